import { SaxesParser } from 'saxes'
import { Unreadable } from '../apart/kinds.ts'

/** An element of which all that is within it was read. */
export interface Element {
  name: string
  /** Its place among those of its name, from 1. */
  number: number
  line: number
  attributes: Readonly<Record<string, string>>
  text: string
  elements: Element[]
}

const deepest = 40
const textMax = 4000
/** As many as a statement has beside its entries, or an entry beside its transactions. */
const elementsMax = 20_000

/** XML that is not what it should be from this line on; what stood before it was read. */
export class Broken extends Error {
  readonly line: number

  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}

/** Called as each element ends, with those around it; true takes it away, so that few are kept. */
type Ended = (element: Element, around: readonly Element[]) => boolean

/**
 * Reads XML piece by piece and keeps what was not taken away. Namespaces are left aside: banks name
 * the version there, and what stands in a file says more. Nothing is ever expanded.
 */
export async function readElements(pieces: AsyncIterable<string>, ended: Ended): Promise<void> {
  const around: Element[] = []
  const counts: (Map<string, number> | undefined)[] = [undefined]
  let kept = 0
  const parser = new SaxesParser()
  parser.on('doctype', () => {
    throw new Unreadable('DTD_REFUSED', `Line ${parser.line}: a file with a DTD is not read`)
  })
  parser.on('error', ({ message }) => {
    throw new Broken(parser.line, message.replace(/^\d+:\d+: /, ''))
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (around.length >= deepest || ++kept > elementsMax) {
      throw new Unreadable('TOO_MANY_ELEMENTS', `Line ${parser.line}: more than any statement has`)
    }
    const local = name.slice(name.indexOf(':') + 1)
    const count = (counts[counts.length - 1] ??= new Map<string, number>())
    const number = (count.get(local) ?? 0) + 1
    count.set(local, number)
    counts.push(undefined)
    around.push({ name: local, number, line: parser.line, attributes, text: '', elements: [] })
  })
  const say = (text: string) => {
    const element = around.at(-1)
    if (element !== undefined && element.text.length < textMax) element.text += text
  }
  parser.on('text', say)
  parser.on('cdata', say)
  parser.on('closetag', () => {
    const element = around.pop()!
    counts.pop()
    if (ended(element, around)) kept -= 1 + within(element)
    else around.at(-1)?.elements.push(element)
  })
  for await (const piece of pieces) parser.write(piece)
  parser.close()
}

const within = ({ elements }: Element): number =>
  elements.reduce((count, element) => count + 1 + within(element), 0)

/** The first element under this one by such a path, as `Id/IBAN`. */
export function at(element: Element | undefined, path: string): Element | undefined {
  let found = element
  for (const name of stepsOf(path)) found = found?.elements.find((one) => one.name === name)
  return found
}

const steps = new Map<string, readonly string[]>()

/** There are a few paths, and each is asked for of every entry. */
function stepsOf(path: string): readonly string[] {
  let known = steps.get(path)
  if (known === undefined) steps.set(path, (known = path.split('/')))
  return known
}

/** The text of the first of these paths that has any. */
export function textAt(element: Element | undefined, ...paths: readonly string[]): string {
  for (const path of paths) {
    const text = at(element, path)?.text.trim()
    if (text !== undefined && text !== '') return text
  }
  return ''
}

export const all = (element: Element | undefined, name: string): Element[] =>
  element?.elements.filter((one) => one.name === name) ?? []

const named = new Set(['Stmt', 'Ntfctn', 'Ntry', 'TxDtls', 'OrgnlPmtInfAndSts', 'TxInfAndSts'])

/** As people find it again: `Stmt[1]/Ntry[3]/TxDtls[2], line 120`. */
export function placeOf(element: Element, around: readonly Element[] = []): string {
  const isStep = ({ name, number }: Element) =>
    named.has(name) || (name === 'NtryDtls' && number > 1)
  const steps = [...around, element].filter((one) => isStep(one) || one === element)
  return `${steps.map(({ name, number }) => `${name}[${number}]`).join('/')}, line ${element.line}`
}
