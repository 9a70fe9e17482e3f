package io.joinlab.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStreamWriter;
import java.io.Writer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Salaries and departments, typed into two servers")
class SocketRunIT {

    @Test
    @DisplayName("join by id; a bad line is shown and does no harm; a server may go and come again")
    void join() throws Exception {
        try (ServerSocket salaries = listen();
                ServerSocket departments = listen();
                SocketRun run =
                        SocketRun.start(
                                salaries.getLocalPort(),
                                departments.getLocalPort(),
                                Duration.ofSeconds(1));
                Socket department = departments.accept()) {
            Iterator<String> lines = run.lines();
            try (Socket salary = salaries.accept()) {
                send(salary, "1 Ann five\n");
                assertThat(lines.next())
                        .isEqualTo("malformed 1 Ann five: the salary is no number: five");
                send(department, "1 Sales and Support\n");
                assertThat(lines.next())
                        .isEqualTo("malformed 1 Sales and Support: expected 'id department'");
            }
            try (Socket salary = salaries.accept()) {
                // Lines that fall into two windows join nothing: type again in the next one.
                Set<String> joined = new LinkedHashSet<>();
                for (int round = 1; joined.isEmpty(); round++) {
                    awaitNextSecond();
                    send(salary, "1 张三 5000.50\n2 Bob 1\n");
                    send(department, "1 销售\nround " + round + " ends\n");
                    String end = "malformed round " + round + " ends: expected 'id department'";
                    for (String line = lines.next(); !line.equals(end); line = lines.next()) {
                        joined.add(line);
                    }
                }
                assertThat(joined).containsExactly("joined    1 张三 销售 5000.50");
            }
        }
    }

    private static ServerSocket listen() throws Exception {
        return new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    }

    private static void awaitNextSecond() {
        long second = System.currentTimeMillis() / 1000;
        while (System.currentTimeMillis() / 1000 == second) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    private static void send(Socket socket, String text) throws Exception {
        Writer writer = new OutputStreamWriter(socket.getOutputStream(), StandardCharsets.UTF_8);
        writer.write(text);
        writer.flush();
    }
}
