import { readFileSync } from 'node:fs'

export interface SpecOperation {
  readonly area: string
  readonly method: string
  readonly path: string
  readonly rights: readonly string[]
}

interface CatalogueLine {
  readonly group: string
  readonly right: string | null
}

const read = (file: string) => readFileSync(new URL(`../spec/${file}`, import.meta.url), 'utf8')

const asOperation = (line: string): SpecOperation => {
  const [area, , method, path, rights] = line.split('\t')
  return { area: area!, method: method!, path: path!, rights: rights!.split('|') }
}

export const specOperations = read('operations.tsv').trimEnd().split('\n').slice(1).map(asOperation)

export const specCatalogue = JSON.parse(read('catalogue.json')) as readonly CatalogueLine[]
