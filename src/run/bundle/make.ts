import { createHash } from 'node:crypto'
import { readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown, type Plugin } from 'rolldown'
import { makeWhole } from '../../embedded/cache.ts'
import { bundles, root } from './folder.ts'

/** Programs that are being run may still read from the bundle they began with. */
const keptDays = 7

/** What has parts that are no JavaScript, or is read by its own place, stays outside. */
const outside = [/^@temporalio\//, /^@node-rs\//, /^pg-native$/, /^ssh2$/]

/** A file or folder of the sources, and when it was last changed. */
type Place = readonly [path: string, changed: number]

/** Files beside a source are found from where the source is. */
const placesOfSources: Plugin = {
  name: 'places-of-sources',
  transform(text, file) {
    if (!text.includes('import.meta') || !file.startsWith(root)) return undefined
    return text
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href))
      .replaceAll('import.meta.dirname', JSON.stringify(dirname(file)))
  },
}

/**
 * An import of these parts of Node asks for all that they have, and so loads what hardly anybody
 * uses, as the client behind `fetch`: what is used of them is looked up instead.
 */
const partsOfNode: Plugin = {
  name: 'parts-of-node',
  resolveId: (name) => (laden.test(name) ? `${mark}${name}` : undefined),
  load: (id) =>
    id.startsWith(mark)
      ? `module.exports = process.getBuiltinModule(${JSON.stringify(id.slice(mark.length))})`
      : undefined,
}
const laden = /^(?:node:)?(?:http|net|crypto)$/
const mark = '\0part-of-node:'

/** Makes the bundles of the sources as they are now, from which those of `bin/` run then. */
export async function makeBundle(): Promise<string> {
  const at = sources()
  const node = process.version
  const stamp = createHash('sha256')
    .update(JSON.stringify([node, at]))
    .digest('hex')
  const folder = join(bundles, stamp.slice(0, 32))
  await makeWhole(folder, write)
  const made = join(bundles, 'made.json')
  writeFileSync(`${made}.${process.pid}`, JSON.stringify({ node, folder, at }))
  renameSync(`${made}.${process.pid}`, made)
  removeOld(folder)
  return folder
}

/** Files tell of changes, folders of what is added or removed. */
function sources(): Place[] {
  const all = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
  const paths = all
    .filter((each) => each.isDirectory() || each.name.endsWith('.ts'))
    .map((each) => join(each.parentPath, each.name).slice(root.length + 1))
  return ['package-lock.json', 'src', ...paths.toSorted()].map((path) => [
    path,
    statSync(join(root, path)).mtimeMs,
  ])
}

/** Each by itself: what two share would be a file of its own, read in another order. */
const programs = { serve: 'src/run/serve.ts', command: 'src/cli/commands.ts' }

async function write(dir: string): Promise<void> {
  for (const [name, file] of Object.entries(programs)) await writeOne(dir, { [name]: file })
}

async function writeOne(dir: string, input: Readonly<Record<string, string>>): Promise<void> {
  const made = await rolldown({
    cwd: root,
    input,
    platform: 'node',
    external: outside,
    plugins: [placesOfSources, partsOfNode],
    logLevel: 'silent',
  })
  await made.write({
    dir,
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
    sourcemap: 'hidden',
  })
  await made.close()
}

function removeOld(folder: string): void {
  const since = Date.now() - keptDays * 86_400_000
  for (const each of readdirSync(bundles, { withFileTypes: true })) {
    const path = join(each.parentPath, each.name)
    if (!each.isDirectory() || path === folder) continue
    if (statSync(path).mtimeMs < since) rmSync(path, { recursive: true })
  }
}

if (import.meta.main) await makeBundle()
