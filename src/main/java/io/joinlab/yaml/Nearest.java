package io.joinlab.yaml;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the word that somebody probably meant. */
public final class Nearest {
    private Nearest() {}

    /** {@code " (did you mean 'word'?)"}, or nothing if no known word is near. */
    public static String hint(String word, Collection<String> known) {
        return find(word, known).map(near -> " (did you mean '" + near + "'?)").orElse("");
    }

    static Optional<String> find(String word, Collection<String> known) {
        return known.stream()
                .filter(candidate -> distance(word, candidate) <= allowed(word, candidate))
                .min(Comparator.comparingInt(candidate -> distance(word, candidate)));
    }

    private static int allowed(String word, String candidate) {
        return Math.min(3, Math.max(1, Math.min(word.length(), candidate.length()) / 2));
    }

    /** The edits (insert, delete, replace a character) that lead from one word to the other. */
    private static int distance(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[to.length()];
    }
}
