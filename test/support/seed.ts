import { execFileSync } from 'node:child_process'

/**
 * What all tests by chance begin with, and print. A run on a commit is repeated by anybody, and
 * other commits try other numbers; `SEED=…` repeats what was found elsewhere.
 */
export const seed = given(process.env['SEED']) ?? ofTree() ?? Math.trunc(Date.now() / 86_400_000)

function given(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d{1,10}$/.test(text)) throw new Error(`SEED=${text} is no whole number`)
  return Number(text)
}

/** The first 31 bits of the tree of the commit; of files that nobody keeps with git, nothing. */
function ofTree(): number | undefined {
  try {
    const tree = execFileSync('git', ['rev-parse', 'HEAD^{tree}'], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return parseInt(tree.slice(0, 8), 16) >>> 1
  } catch {
    return undefined
  }
}
