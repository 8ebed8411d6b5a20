/** An element with text, or with others inside it. */
export interface Element {
  name: string
  inside: string | readonly Element[]
  attributes: Readonly<Record<string, string>>
}

export const element = (
  name: string,
  inside: string | readonly Element[],
  attributes: Readonly<Record<string, string>> = {},
): Element => ({ name, inside, attributes })

/** The same bytes for the same elements. */
export const xmlText = (root: Element): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${written(root, '')}\n`

function written({ name, inside, attributes }: Element, indent: string): string {
  const said = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`)
  const open = `${indent}<${name}${said.join('')}>`
  if (typeof inside === 'string') return `${open}${escaped(inside)}</${name}>`
  const lines = inside.map((each) => written(each, `${indent}  `))
  return [open, ...lines, `${indent}</${name}>`].join('\n')
}

const names: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' }

/** Control characters are no XML, however they are written. */
const escaped = (text: string): string =>
  text
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll(/[&<>"]/g, (sign) => `&${names[sign]};`)
