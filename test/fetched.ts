import { makeWhole, type Progress } from '../src/embedded/cache.ts'

/** Where a program of others is, or why it cannot be had here. */
export type Found = { path: string } | { reason: string }

/** Installs it once into the folder, which is kept; undefined where that is done. */
export async function reasonToMiss(
  dir: string,
  what: string,
  install: (draft: string) => Promise<void>,
  progress: Progress,
): Promise<string | undefined> {
  const fetch = (draft: string) => {
    progress(`fetching ${what}`)
    return install(draft)
  }
  try {
    await makeWhole(dir, fetch, progress)
    return undefined
  } catch (error) {
    const [line = ''] = String(error).split('\n')
    return `${what} cannot be had from its registry here (${line.slice(0, 200)})`
  }
}
