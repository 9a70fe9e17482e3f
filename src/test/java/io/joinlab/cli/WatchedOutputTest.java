package io.joinlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Output that can't be written")
class WatchedOutputTest {
    private static WatchedOutput failingWith(String message) {
        WatchedOutput output =
                new WatchedOutput(
                        new OutputStream() {
                            @Override
                            public void write(int b) throws IOException {
                                throw new IOException(message);
                            }
                        });
        new PrintWriter(output, true).println("a result");
        return output;
    }

    @Test
    @DisplayName("is not lost silently")
    void isRemembered() {
        assertThat(failingWith("No space left on device").failure())
                .get()
                .extracting(IOException::getMessage)
                .isEqualTo("No space left on device");
    }

    @Test
    @DisplayName("is no failure if nobody wants to read more")
    void brokenPipe() {
        assertThat(failingWith("Broken pipe").failure()).isEmpty();
    }
}
