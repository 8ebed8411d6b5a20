#!/usr/bin/env node
// Serves from one bundle where that was made of the sources as they are now, else from the sources.
import { spawn } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { constants, setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const MADE = join(ROOT, 'node_modules/.cache/receivables/made.json')
const MAKE = join(ROOT, 'src/run/bundle/make.ts')
const MAKE_AFTER_MS = 10_000

const wanted = process.env.RECEIVABLES_BUNDLE !== 'off'
const program = wanted ? bundled() : undefined
if (program === undefined) {
  await import('../src/main.ts')
  if (wanted) makeLater()
} else {
  enableCompileCache(join(dirname(program), 'compiled'))
  await import(pathToFileURL(program).href)
}

/** The program of the bundle; undefined once a source was changed, added or removed. */
function bundled() {
  try {
    const { node, program, at } = JSON.parse(readFileSync(MADE, 'utf8'))
    const same = ([path, changed]) => statSync(join(ROOT, path)).mtimeMs === changed
    return node === process.version && at.every(same) ? program : undefined
  } catch {
    return undefined
  }
}

/** One file is read in half the time of a thousand, so a bundle is made for the next start. */
function makeLater() {
  setTimeout(() => {
    const child = spawn(process.execPath, [MAKE], { stdio: 'ignore' })
    // Without a bundle the next start takes longer, and nothing else.
    child.once('error', () => undefined)
    if (child.pid === undefined) return
    setPriority(child.pid, constants.priority.PRIORITY_LOW)
    child.unref()
    process.once('exit', () => child.kill())
  }, MAKE_AFTER_MS).unref()
}
