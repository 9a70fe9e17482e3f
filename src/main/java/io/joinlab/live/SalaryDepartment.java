package io.joinlab.live;

import java.math.BigDecimal;
import java.time.Duration;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.streaming.api.windowing.assigners.TumblingProcessingTimeWindows;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;
import org.apache.flink.util.function.SerializableFunction;

/**
 * A join of two streams of typed lines: people with salaries, {@code 1 Ann 5000}, and the
 * departments that they are in, {@code 1 Sales}. Two lines of one id join if they are typed in the
 * same window of the clock.
 *
 * <p>The records are public because only then Flink takes them for POJOs and knows their fields.
 */
final class SalaryDepartment {

    private SalaryDepartment() {}

    /** A line of the left stream. */
    public record Person(String id, String name, BigDecimal salary) {
        static Person parse(String line) {
            String[] words = words(line, "id name salary", 3);
            try {
                return new Person(words[0], words[1], new BigDecimal(words[2]));
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException("the salary is no number: " + words[2], e);
            }
        }
    }

    /** A line of the right stream. */
    public record Membership(String id, String department) {
        static Membership parse(String line) {
            String[] words = words(line, "id department", 2);
            return new Membership(words[0], words[1]);
        }
    }

    /** A joined row. */
    public record Employee(String id, String name, String department, BigDecimal salary) {}

    /**
     * A line that can't be read.
     *
     * @param line the line
     * @param reason why, for people to read
     */
    public record BadLine(String line, String reason) {}

    /** What comes out: joined rows, and the lines of either stream that can't be read. */
    record Outputs(DataStream<Employee> joined, DataStream<BadLine> malformed) {}

    /**
     * Builds the join.
     *
     * @param window the windows' length
     */
    static Outputs build(DataStream<String> people, DataStream<String> members, Duration window) {
        OutputTag<BadLine> bad = new OutputTag<>("malformed") {};
        SingleOutputStreamOperator<Person> left =
                people.process(new Parse<>(Person::parse, bad)).returns(Person.class);
        SingleOutputStreamOperator<Membership> right =
                members.process(new Parse<>(Membership::parse, bad)).returns(Membership.class);
        DataStream<Employee> joined =
                left.join(right)
                        .where(Person::id)
                        .equalTo(Membership::id)
                        .window(TumblingProcessingTimeWindows.of(window))
                        .apply(
                                (person, member) ->
                                        new Employee(
                                                person.id(),
                                                person.name(),
                                                member.department(),
                                                person.salary()),
                                TypeInformation.of(Employee.class));
        return new Outputs(joined, left.getSideOutput(bad).union(right.getSideOutput(bad)));
    }

    private static String[] words(String line, String form, int count) {
        String[] words = line.strip().split("\\s+");
        if (words.length != count || words[0].isEmpty()) {
            throw new IllegalArgumentException("expected '" + form + "'");
        }
        return words;
    }

    private static final class Parse<T> extends ProcessFunction<String, T> {
        private static final long serialVersionUID = 1L;

        private final SerializableFunction<String, T> parse;
        private final OutputTag<BadLine> bad;

        Parse(SerializableFunction<String, T> parse, OutputTag<BadLine> bad) {
            this.parse = parse;
            this.bad = bad;
        }

        @Override
        public void processElement(String line, Context context, Collector<T> out) {
            T parsed;
            try {
                parsed = parse.apply(line);
            } catch (IllegalArgumentException e) {
                context.output(bad, new BadLine(line, e.getMessage()));
                return;
            }
            out.collect(parsed);
        }
    }
}
