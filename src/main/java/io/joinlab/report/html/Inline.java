package io.joinlab.report.html;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/**
 * A style sheet or script that stands in a page.
 *
 * @param text what stands between its tags
 */
record Inline(String text) {

    /**
     * The source for a Content Security Policy that lets in exactly this, and nothing else that
     * stands in a page.
     */
    String allowed() {
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256")
                            .digest(text.getBytes(StandardCharsets.UTF_8));
            return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
