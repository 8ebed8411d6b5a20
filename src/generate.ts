import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { copyReference } from './install/copy-reference.ts'
import { operationsOf } from './kernel/http/app.ts'
import { mapOf, places } from './kernel/http/description/map.ts'
import { describe } from './kernel/http/description/openapi.ts'
import { rightsIndex } from './kernel/http/description/rights-index.ts'
import { areas } from './operations.ts'

/** The files that are made from the registry, by their name at the root of the checkout. */
export function generated(): Record<string, string> {
  const operations = operationsOf(areas)
  return {
    'OPERATIONS.md': mapOf(places(operations)),
    'openapi.json': `${JSON.stringify(describe(operations), null, 1)}\n`,
    'operation-rights.json': `${lineByLine(rightsIndex(operations))}\n`,
  }
}

/** One line an operation, so that a change of one shows as one. */
function lineByLine(index: Readonly<Record<string, unknown>>): string {
  const lines = Object.entries(index).map(
    ([name, entry]) => `  ${JSON.stringify(name)}: ${JSON.stringify(entry)}`,
  )
  return lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n}`
}

const pathOf = (file: string) => fileURLToPath(new URL(`../${file}`, import.meta.url))

/** The files that are not what the registry makes of them. */
export function outOfDate(files: Readonly<Record<string, string>>): string[] {
  return Object.keys(files).filter((file) => contentOf(file) !== files[file])
}

function contentOf(file: string): string | undefined {
  try {
    return readFileSync(pathOf(file), 'utf8')
  } catch {
    return undefined
  }
}

function main(): void {
  const files = generated()
  const stale = outOfDate(files)
  for (const file of stale) writeFileSync(pathOf(file), files[file] as string)
  const wrote = [...stale, ...copyReference()].join(', ')
  process.stdout.write(`${wrote === '' ? 'nothing changed' : `wrote ${wrote}`}\n`)
}

if (import.meta.main) main()
