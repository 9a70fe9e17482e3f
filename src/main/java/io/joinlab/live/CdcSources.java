package io.joinlab.live;

import io.joinlab.cdc.DatabaseKind;
import java.util.List;
import java.util.Properties;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.cdc.connectors.base.options.StartupOptions;
import org.apache.flink.cdc.connectors.mysql.source.MySqlSource;
import org.apache.flink.cdc.connectors.postgres.source.PostgresSourceBuilder.PostgresIncrementalSource;
import org.apache.flink.cdc.debezium.DebeziumDeserializationSchema;

/** Flink CDC sources of some tables' changes. */
public final class CdcSources {

    /** The binlog client reports every connection on standard error, past Flink's logging. */
    private static final Logger BINLOG_CLIENT = Logger.getLogger("com.github.shyiko.mysql.binlog");

    static {
        BINLOG_CLIENT.setLevel(Level.WARNING);
    }

    private CdcSources() {}

    /**
     * A source for a table and others beside it.
     *
     * @param client as whom the source reads the server's log
     */
    public static <T> Source<T, ?, ?> source(
            CapturedTable table,
            List<String> others,
            ReplicationClient client,
            DebeziumDeserializationSchema<T> format) {
        String qualifier =
                table.server().kind() == DatabaseKind.MYSQL ? table.database() : table.schema();
        String[] tables =
                Stream.concat(Stream.of(table.table()), others.stream())
                        .map(name -> qualifier + "." + name)
                        .toArray(String[]::new);
        return switch (table.server().kind()) {
            case MYSQL -> mysql(table, tables, client, format);
            case POSTGRESQL -> postgres(table, tables, client, format);
        };
    }

    private static <T> Source<T, ?, ?> mysql(
            CapturedTable table,
            String[] tables,
            ReplicationClient client,
            DebeziumDeserializationSchema<T> format) {
        return MySqlSource.<T>builder()
                .hostname(table.server().host())
                .port(table.server().port())
                .databaseList(table.database())
                .tableList(tables)
                .username(table.server().capture().user())
                .password(table.server().capture().password().reveal())
                .serverId(Long.toString(client.serverId()))
                .startupOptions(
                        switch (table.options().startup()) {
                            case INITIAL ->
                                    org.apache.flink.cdc.connectors.mysql.table.StartupOptions
                                            .initial();
                            case LATEST_OFFSET ->
                                    org.apache.flink.cdc.connectors.mysql.table.StartupOptions
                                            .latest();
                        })
                .serverTimeZone(table.options().serverTimeZone())
                .debeziumProperties(table.options().debezium())
                .deserializer(format)
                .build();
    }

    private static <T> Source<T, ?, ?> postgres(
            CapturedTable table,
            String[] tables,
            ReplicationClient client,
            DebeziumDeserializationSchema<T> format) {
        Properties debezium = table.options().debezium();
        debezium.setProperty("publication.name", PostgresDatabase.PUBLICATION);
        debezium.setProperty("publication.autocreate.mode", "disabled");
        return PostgresIncrementalSource.<T>builder()
                .hostname(table.server().host())
                .port(table.server().port())
                .database(table.database())
                .schemaList(table.schema())
                .tableList(tables)
                .username(table.server().capture().user())
                .password(table.server().capture().password().reveal())
                .decodingPluginName("pgoutput")
                .slotName(client.slot())
                .startupOptions(
                        switch (table.options().startup()) {
                            case INITIAL -> StartupOptions.initial();
                            case LATEST_OFFSET -> StartupOptions.latest();
                        })
                .debeziumProperties(debezium)
                .deserializer(format)
                .build();
    }
}
