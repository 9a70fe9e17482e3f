package io.joinlab.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BinariesTest {

    @TempDir Path target;

    @Test
    void missingOnesAreSaidToComeWithTheLiveProfile() {
        assertThatThrownBy(() -> Binaries.unpackTxz("no-such.txz", target))
                .isInstanceOf(LiveException.class)
                .hasMessageContaining("no-such.txz")
                .hasMessageContaining("-Plive");
    }

    @Test
    void aFolderIsUnpackedFromTheJarThatHoldsIt() throws Exception {
        Binaries.unpackFolder("org/junit/jupiter/api/io/", target);

        assertThat(Files.size(target.resolve("TempDir.class"))).isPositive();
    }
}
