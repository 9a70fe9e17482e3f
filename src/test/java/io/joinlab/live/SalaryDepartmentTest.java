package io.joinlab.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("The lines of salaries and departments")
class SalaryDepartmentTest {

    @Test
    @DisplayName("are words between any white space")
    void words() {
        assertThat(SalaryDepartment.Person.parse("  1\t张三  5000.50 "))
                .isEqualTo(new SalaryDepartment.Person("1", "张三", new BigDecimal("5000.50")));
        assertThat(SalaryDepartment.Membership.parse("1 销售"))
                .isEqualTo(new SalaryDepartment.Membership("1", "销售"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
                    ""         | expected 'id name salary'
                    1 Ann      | expected 'id name salary'
                    1 Ann 5 00 | expected 'id name salary'
                    1 Ann five | the salary is no number: five
                    """)
    @DisplayName("are refused with the reason")
    void refused(String line, String reason) {
        assertThatThrownBy(() -> SalaryDepartment.Person.parse(line))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(reason);
    }
}
