import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

const dir = join(import.meta.dirname, '../kernel/http/description')

/** The page of the reference as its package has it, and the name of the copy that we serve. */
export function referenceOfPackage(): { name: string; bytes: Buffer } {
  const entry = createRequire(import.meta.url).resolve('@scalar/api-reference')
  const from = dirname(dirname(entry))
  const facts = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8')) as { version: string }
  const bytes = readFileSync(join(from, 'dist/browser/standalone.js'))
  return { name: `scalar-${facts.version}.js.br`, bytes }
}

export const copiesOfReference = () => readdirSync(dir).filter((name) => name.startsWith('scalar-'))

/** Copies it anew where its version is another one. */
export function copyReference(): string[] {
  const { name, bytes } = referenceOfPackage()
  const old = copiesOfReference()
  if (old.join() === name) return []
  for (const one of old) rmSync(join(dir, one))
  writeFileSync(join(dir, name), brotliCompressSync(bytes))
  return [name]
}
