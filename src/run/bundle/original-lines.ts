import { existsSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { dirname, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundles, root } from './folder.ts'

const place = /(file:\/\/[^\s()]+):(\d+):(\d+)/g
const maps = new Map<string, SourceMap | undefined>()

/** An error in a bundle says where in the sources it happened. */
export function withOriginalLines(stack: string): string {
  return stack.replaceAll(place, (whole, url: string, line: string, column: string) => {
    const file = fileURLToPath(url)
    const found = mapOf(file)?.findEntry(Number(line) - 1, Number(column) - 1)
    if (found === undefined || !('originalSource' in found)) return whole
    const source = resolve(dirname(file), found.originalSource)
    return `${relative(root, source)}:${found.originalLine + 1}:${found.originalColumn + 1}`
  })
}

function mapOf(file: string): SourceMap | undefined {
  if (!file.startsWith(bundles)) return undefined
  if (!maps.has(file)) {
    const map = `${file}.map`
    const payload = existsSync(map) ? JSON.parse(readFileSync(map, 'utf8')) : undefined
    maps.set(file, payload === undefined ? undefined : new SourceMap(payload))
  }
  return maps.get(file)
}
