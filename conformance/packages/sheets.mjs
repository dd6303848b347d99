// Pins: exceljs: a workbook written and read again, as xlsx and csv
import ExcelJS from "exceljs";

const book = new ExcelJS.Workbook();
const sheet = book.addWorksheet("S");
sheet.columns = [{ header: "A", key: "a" }, { header: "B", key: "b" }];
sheet.addRow({ a: 1, b: "x" });
sheet.addRow({ a: new Date(Date.UTC(2024, 0, 1)), b: { formula: "A2+1", result: 2 } });
const read = new ExcelJS.Workbook();
await read.xlsx.load(await book.xlsx.writeBuffer());
read.getWorksheet("S").eachRow((row, i) => console.log(i, row.values));
console.log((await book.csv.writeBuffer()).toString());
