import { expect, test } from 'vitest'
import { code, importsOf, isThere, sources, type Import } from '../tidy/tree.ts'

/** What takes apart bytes that others made, or draws for long. */
const decoders =
  /^(?:sharp|pdfkit|fontkit|saxes|qrcode|png-js|pngjs|jpeg-js|jszip|yauzl|fflate|xlsx|exceljs|pdfjs-dist|pdf-lib|@cantoo\/pdf-lib|papaparse|csv-parse|fast-xml-parser|handlebars)(?:\/|$)/

/** Where our processes begin: of these none may come to a decoder, by whatever way. */
const programs = [
  'src/main.ts',
  'src/run/serve.ts',
  'src/cli/main.ts',
  'bin/serve.mjs',
  'bin/command.mjs',
]

/** Every import that is left at run time, from one file on. */
function importsFrom(path: string, seen = new Set<string>()): Import[] {
  if (seen.has(path) || !isThere(path)) return []
  seen.add(path)
  const found = importsOf(path).filter(({ type }) => !type)
  return [...found, ...found.filter(({ ours }) => ours).flatMap(({ to }) => importsFrom(to, seen))]
}

const decodersReached = (path: string) =>
  importsFrom(path)
    .filter(({ to, ours }) => !ours && decoders.test(to))
    .map(({ from, to }) => `${from} imports ${to}`)

test.each(programs)('%s comes to no decoder, at its start or later', (program) => {
  expect(code).toContain(program)
  expect(decodersReached(program)).toEqual([])
})

test('the program that works apart is started by its path, never imported', () => {
  expect(decodersReached('src/ports/apart/program.ts').length).toBeGreaterThan(3)
  const importing = sources.flatMap((path) =>
    importsOf(path).filter(({ to }) => /^src\/ports\/apart\/(?:program|works)\.ts$/.test(to)),
  )
  expect(importing.map(({ from }) => from)).toEqual(['src/ports/apart/program.ts'])
})

test('a private key is opened there alone, by whoever is let in with it', () => {
  const importing = sources.filter((path) =>
    importsOf(path).some(({ to }) => to === 'src/ports/sftp/open-key.ts'),
  )
  expect(importing).toEqual(['src/ports/apart/works.ts'])
})

/** Text in its own library is no decoder: it takes what the database gives, and writes. */
test('nothing inflates what others compressed', () => {
  const inflating = sources.filter((path) =>
    importsOf(path).some(({ to, type }) => to === 'node:zlib' && !type),
  )
  expect(inflating).toEqual([
    // An operator's own command, in a process that serves nobody.
    'src/cli/move-tenant.ts',
    // What we copied ourselves, and kept with the sources.
    'src/install/copy-reference.ts',
    'src/install/release/make.ts',
    'src/kernel/http/description/published.ts',
    'src/kernel/http/description/reference.ts',
    // What our own decoder pressed, to a bound: never the bytes that it read.
    'src/ports/banks/pages.ts',
  ])
})
