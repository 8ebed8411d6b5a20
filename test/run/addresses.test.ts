import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { addresses, engineUi } from '../../src/run/addresses.ts'
import { readFacts, writeFacts } from '../../src/run/facts-file.ts'

const dir = mkdtempSync(join(tmpdir(), 'receivables-addresses-'))
const file = join(dir, 'demo.json')
afterAll(() => rmSync(dir, { recursive: true }))

const engine = { address: '127.0.0.1:7233', namespace: 'default' }
const door = { url: 'http://127.0.0.1:8233', link: 'http://127.0.0.1:8233/door#link=once' }
const seen = { ui: door.url, uiLink: door.link }

/** What the process whose engines these are wrote, and what one that serves later would. */
function joining(pid: number | undefined, { address } = engine) {
  writeFacts(file, { ...addresses('http://127.0.0.1:8080', engine, seen, 'postgres://'), pid })
  return engineUi(file, { address }, undefined)
}

test('who joins a data folder leaves the Temporal UI of its engines where it is written', () => {
  const ui = joining(process.pid)
  expect(ui).toEqual(seen)
  writeFacts(file, addresses('http://127.0.0.1:8081', engine, ui, 'postgres://'))
  expect(readFacts(file)).toMatchObject({
    api: 'http://127.0.0.1:8081',
    temporalUi: door.url,
    temporalUiLink: door.link,
  })
})

test('of engines that ended, or of another Temporal, no UI is said to be there', () => {
  expect(joining(undefined)).toEqual({})
  expect(joining(2 ** 22 + 1)).toEqual({})
  expect(joining(process.pid, { ...engine, address: '127.0.0.1:7999' })).toEqual({})
  rmSync(file)
  expect(engineUi(file, engine, undefined)).toEqual({})
})

test('who has the UI says its own', () => {
  joining(process.pid)
  const own = { url: 'http://127.0.0.1:9233', link: undefined }
  expect(engineUi(file, engine, own)).toEqual({ ui: own.url, uiLink: undefined })
})
