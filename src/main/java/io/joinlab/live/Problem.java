package io.joinlab.live;

/**
 * Something that keeps Flink CDC from capturing a server's changes.
 *
 * @param server which server: host and port
 * @param what what is wrong, in one sentence
 * @param mend the SQL or the configuration line that mends it
 */
public record Problem(String server, String what, String mend) {

    static Problem of(LiveDatabase server, String what, String mend) {
        return new Problem(server.kind().label() + " " + server.place(), what, mend);
    }
}
