package io.joinlab.live;

import java.util.List;
import java.util.Properties;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.cdc.connectors.base.options.StartupOptions;
import org.apache.flink.cdc.connectors.mysql.source.MySqlSource;
import org.apache.flink.cdc.connectors.postgres.source.PostgresSourceBuilder;

/**
 * Flink CDC sources: the snapshot of some tables first, then every change, each as the JSON of its
 * Debezium envelope.
 */
public final class CdcSources {

    private CdcSources() {}

    /**
     * A source for {@code table} and other tables of the same database.
     *
     * @param slot the PostgreSQL replication slot to create: lower-case letters, digits and
     *     underscores; not used with MySQL
     */
    public static Source<String, ?, ?> envelopes(
            CapturedTable table, List<String> otherTables, String slot) {
        String[] tables =
                java.util.stream.Stream.concat(
                                java.util.stream.Stream.of(table.table()), otherTables.stream())
                        .map(table::qualified)
                        .toArray(String[]::new);
        return switch (table.server().kind()) {
            case MYSQL -> mysql(table, tables);
            case POSTGRESQL -> postgres(table, tables, slot);
        };
    }

    private static Source<String, ?, ?> mysql(CapturedTable table, String[] tables) {
        LiveDatabase server = table.server();
        return MySqlSource.<String>builder()
                .hostname(server.host())
                .port(server.port())
                .databaseList(table.database())
                .tableList(tables)
                .username(server.capture().user())
                .password(server.capture().password().reveal())
                .serverTimeZone(table.options().serverTimeZone())
                .startupOptions(
                        org.apache.flink.cdc.connectors.mysql.table.StartupOptions.initial())
                .skipSnapshotBackfill(table.options().skipSnapshotBackfill())
                .debeziumProperties(table.options().debezium())
                .deserializer(new EnvelopeJson())
                .build();
    }

    private static Source<String, ?, ?> postgres(
            CapturedTable table, String[] tables, String slot) {
        LiveDatabase server = table.server();
        Properties debezium = table.options().debezium();
        debezium.setProperty("publication.name", EmbeddedPostgres.PUBLICATION);
        debezium.setProperty("publication.autocreate.mode", "disabled");
        return PostgresSourceBuilder.PostgresIncrementalSource.<String>builder()
                .hostname(server.host())
                .port(server.port())
                .database(table.database())
                .schemaList("public")
                .tableList(tables)
                .username(server.capture().user())
                .password(server.capture().password().reveal())
                .decodingPluginName("pgoutput")
                .slotName(slot)
                .startupOptions(StartupOptions.initial())
                .skipSnapshotBackfill(table.options().skipSnapshotBackfill())
                .debeziumProperties(debezium)
                .deserializer(new EnvelopeJson())
                .build();
    }
}
