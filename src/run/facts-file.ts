import { readFileSync, renameSync, writeFileSync } from 'node:fs'

/** What a start wrote down, as far as it is there and whole. */
export function readFacts<Facts extends object>(file: string): Partial<Facts> | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Partial<Facts>
  } catch {
    return undefined
  }
}

/** For its owner alone, and never half. */
export function writeFacts(file: string, facts: object): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(facts, null, 2)}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
