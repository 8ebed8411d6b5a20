#!/usr/bin/env node
// A command from the bundle that a start has made, else from the sources.
import { runBundled } from './bundled.mjs'

if (!(await runBundled('command'))) await import('../src/cli/main.ts')
