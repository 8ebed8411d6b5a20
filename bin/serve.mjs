#!/usr/bin/env node
// Serves from one bundle where that was made of the sources as they are now, else from the sources.
import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { ROOT, runBundled } from './bundled.mjs'

const MAKE = join(ROOT, 'src/run/bundle/make.ts')
const MAKE_AFTER_MS = 10_000

if (!(await runBundled('serve'))) {
  await import('../src/main.ts')
  if (process.env.RECEIVABLES_BUNDLE !== 'off') makeLater()
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
