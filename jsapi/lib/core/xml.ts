// This file parses XML that models write: names, texts and nested elements. Attributes, comments and CDATA are skipped.

export type Content = string | Array<Record<string, Content>>;

/** Returns the root element of the XML in a text, which may be between code fences. The element has its text, or its elements in their order. */
export function parseXMLMarkdown(s: string): Record<string, Content> {
  const root = __hitlrun.parseXML(s);
  if (typeof root === "string") throw new Error(root);
  return root;
}

export const XML_FORMAT_INSTRUCTIONS = `The output should be formatted as a XML file.
1. Output should conform to the tags below.
2. If tags are not given, make them on your own.
3. Remember to always open and close all the tags.

As an example, for the tags ["foo", "bar", "baz"]:
1. String "<foo>
   <bar>
      <baz></baz>
   </bar>
</foo>" is a well-formatted instance of the schema.
2. String "<foo>
   <bar>
   </foo>" is a badly-formatted instance.
3. String "<foo>
   <tag>
   </tag>
</foo>" is a badly-formatted instance.

Here are the output tags:
\`\`\`
{tags}
\`\`\``;
