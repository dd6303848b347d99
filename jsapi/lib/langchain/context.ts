// This file has the template tag context for prompts.

const shown = (value: any): string => (typeof value === "object" && value !== null ? JSON.stringify(value) : String(value));

/**
 * Returns a text without the indentation that all of its lines have, and without blank lines around it. A value of
 * several lines gets the indentation of its line.
 */
export function context(strings: TemplateStringsArray, ...values: any[]): string {
  let text = strings[0];
  values.forEach((value, i) => {
    const indent = /(?:^|\n)([ \t]*)[^\n]*$/.exec(text)?.[1] ?? "";
    text += shown(value).split("\n").join(`\n${indent}`) + strings[i + 1];
  });
  const lines = text.split("\n");
  const indents = lines.filter((line) => line.trim() !== "").map((line) => /^[ \t]*/.exec(line)![0].length);
  const least = indents.length ? Math.min(...indents) : 0;
  return lines.map((line) => line.slice(least)).join("\n").trim();
}
