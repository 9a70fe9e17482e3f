package io.joinlab.live;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SecretTest {

    @Test
    void isNeverSeenInAMessageThatMentionsIt() {
        Login login = new Login("flink", Secret.of("s3cret"));

        assertThat("can't log in as " + login)
                .isEqualTo("can't log in as Login[user=flink, password=***]");
    }

    @Test
    void isTakenOutOfATextThatHoldsIt() {
        assertThat(Secret.of("s3cret").redact("IDENTIFIED BY 's3cret' -- s3cret"))
                .isEqualTo("IDENTIFIED BY '***' -- ***");
        assertThat(Secret.of("").redact("no password")).isEqualTo("no password");
    }

    @Test
    void isAnotherEachTimeAndNeedsNoQuotes() {
        String first = Secret.random().reveal();

        assertThat(first).matches("[0-9a-f]{32}").isNotEqualTo(Secret.random().reveal());
    }
}
