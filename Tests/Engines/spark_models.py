"""Runs SQL models on Spark for EngineTests: `spark_models.py FOLDER`.

Each FOLDER/*.json is a ModelInputs: tables, whose cells are texts or null, and models in their order.
What they give is written beside it, as *.rows: the rows of each model, with cells of the same kind.
"""

import json
import sys
from pathlib import Path

import pyarrow as pa
from pyspark.sql import SparkSession

TYPES = {"integer": pa.int64(), "text": pa.string()}
SETTINGS = {
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.sql.adaptive.enabled": "false",
    "spark.sql.ansi.enabled": "true",
    "spark.sql.session.timeZone": "UTC",
    "spark.sql.shuffle.partitions": "2",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
}


def session() -> SparkSession:
    builder = SparkSession.builder.master("local[2]").appName("models")
    for name, value in SETTINGS.items():
        builder = builder.config(name, value)
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    return spark


def install(spark: SparkSession, table: dict) -> None:
    """Makes a table that models find by its name."""
    schema = pa.schema([(column["name"], TYPES[column["type"]]) for column in table["columns"]])
    cells = zip(*table["rows"]) if table["rows"] else [()] * len(schema)
    columns = [
        pa.array([None if cell is None else int(cell) for cell in column] if pa.types.is_integer(kind) else column, kind)
        for column, kind in zip(cells, schema.types)
    ]
    spark.createDataFrame(pa.Table.from_arrays(columns, schema=schema)).createOrReplaceTempView(table["name"])


def rows(spark: SparkSession, model: dict) -> list[list[str | None]]:
    """What a query gives; nothing for a step, which becomes a table."""
    answer = spark.sql(model["sql"])
    if model["isStep"]:
        spark.createDataFrame(answer.toArrow(), answer.schema).createOrReplaceTempView(model["name"])
        return []
    return [[None if cell is None else str(cell) for cell in row] for row in answer.collect()]


def run(spark: SparkSession, inputs: dict) -> list[list[list[str | None]]]:
    """The rows of each model; where one fails, the others would tell no more."""
    for table in inputs["tables"]:
        install(spark, table)
    answers = []
    for model in inputs["models"]:
        try:
            answers.append(rows(spark, model))
        except Exception as error:
            raise SystemExit(f"{model['name']}: {error}") from error
    return answers


def main(folder: Path) -> None:
    spark = session()
    for path in sorted(folder.glob("*.json")):
        answers = run(spark, json.loads(path.read_text(encoding="utf-8")))
        path.with_suffix(".rows").write_text(json.dumps(answers), encoding="utf-8")
    spark.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
