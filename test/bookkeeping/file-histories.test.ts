import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sieTextOf } from '../../src/activities/bookkeeping/sie-file.ts'
import { workOffTask } from '../../src/activities/system/run-task.ts'
import { readSie } from '../../src/domain/bookkeeping/sie-reader.ts'
import { findOnPath } from '../../src/embedded/find-on-path.ts'
import { runProgram } from '../../src/embedded/run-program.ts'
import { driftsOf } from '../support/books.ts'
import { chance } from '../support/chance.ts'
import { seed } from '../support/seed.ts'
import { activatedInvoice, clientIn } from '../support/trade.ts'
import { worldWithTenant } from '../support/world.ts'

const { at, tenant } = await worldWithTenant()
const { api } = tenant
const path = '/bookkeeping-files'
const formats = ['SIE4I', 'JSON'] as const

interface File {
  id: string
  documentId: string
  format: (typeof formats)[number]
  status: string
}
interface Voucher {
  id: string
  number: number
  status: string
  fileId: string | null
}

async function generated(clientId: string, format: string): Promise<void> {
  const { body } = await api.put(`${path}/generate`, { clientIds: [clientId], format })
  const task = { runtime: at.runtime, tenantId: tenant.id, entityId: body.id, workflowId: 'test' }
  while ((await workOffTask({ ...task, now: at.clock.now })).open);
}

const filesOf = async (clientId: string): Promise<File[]> =>
  (await api.get(`${path}?clientId=${clientId}&limit=100`)).body.data
const vouchersOf = async (clientId: string): Promise<Voucher[]> =>
  (await api.get(`/vouchers?clientId=${clientId}&sort=number&limit=100`)).body.data

async function bytesOf({ documentId }: File): Promise<Buffer> {
  const headers = { Authorization: `Bearer ${api.token}` }
  return Buffer.from(
    await (await at.app.request(`/documents/${documentId}/file`, { headers })).arrayBuffer(),
  )
}

function numbersIn(bytes: Buffer, format: File['format']): string[] {
  if (format === 'SIE4I') return readSie(sieTextOf(bytes)).vouchers.map(({ number }) => number)
  const { vouchers } = JSON.parse(bytes.toString())
  return vouchers.map(({ number }: { number: number }) => String(number))
}

/** The other system: what it was given, in which file it has each voucher, and what it refused. */
class Receiver {
  readonly files: Buffer[] = []
  readonly has = new Map<string, string>()

  async takes(file: File): Promise<boolean> {
    const { status, body } = await api.put(`${path}/${file.id}/export`, {})
    if (status !== 200) return false
    const format: File['format'] = body.format
    const bytes = await bytesOf(file)
    for (const number of numbersIn(bytes, format)) {
      const before = this.has.get(number)
      expect(before ?? file.id, `voucher ${number} came in two files`).toBe(file.id)
      this.has.set(number, file.id)
    }
    if (format === 'SIE4I') this.files.push(bytes)
    return true
  }

  refuses({ number }: Voucher): void {
    this.has.delete(String(number))
  }
}

/** What is acknowledged stays as it is: nobody makes or hands it out again. */
async function acknowledgedStay(clientId: string): Promise<void> {
  for (const file of (await filesOf(clientId)).filter(({ status }) => status === 'ACKNOWLEDGED')) {
    for (const verb of ['export', 'generate']) {
      const { body } = await api.put(`${path}/${file.id}/${verb}`, {})
      expect(body.code).toBe('BOOKKEEPING_FILE_ACKNOWLEDGED')
    }
  }
}

test(`whatever happens to files, each voucher comes in one (SEED=${seed})`, async () => {
  const pick = chance(seed)
  const clientId = await clientIn(tenant)
  const receiver = new Receiver()
  const one = <T>(all: readonly T[]): T | undefined => all[pick(all.length)]
  const outside = async (verb: string, body: object = {}) => {
    const voucher = one(await vouchersOf(clientId))
    if (voucher === undefined) return
    const { status } = await api.put(`/vouchers/${voucher.id}/external/${verb}`, body)
    if (verb === 'fail' && status === 200) receiver.refuses(voucher)
  }
  const acts = [
    () => activatedInvoice(tenant, clientId),
    () => activatedInvoice(tenant, clientId),
    () => generated(clientId, formats[pick(2)]!),
    () => generated(clientId, formats[pick(2)]!),
    async () => {
      const file = one(await filesOf(clientId))
      if (file !== undefined) await receiver.takes(file)
    },
    async () => {
      const file = one(await filesOf(clientId))
      if (file !== undefined) await api.put(`${path}/${file.id}/generate`, {})
    },
    () => outside('bookkeep', { externalId: `X-${pick(1_000_000)}` }),
    () => outside('fail', { error: 'No such account' }),
    () => outside('resend'),
  ]
  for (let n = 0; n < 80; n++) await acts[pick(acts.length)]!()
  await acknowledgedStay(clientId)
  await settled(clientId, receiver)
  expect(await driftsOf(at, tenant.id)).toEqual([])
  await readElsewhere(receiver.files)
}, 180_000)

/** In the end each voucher is sent and booked, and all files are acknowledged. */
async function settled(clientId: string, receiver: Receiver): Promise<void> {
  for (const { id, status } of await vouchersOf(clientId)) {
    if (status === 'EXTERNAL_FAILED') await api.put(`/vouchers/${id}/external/resend`, {})
  }
  await generated(clientId, 'SIE4I')
  for (const file of await filesOf(clientId)) {
    if (file.status === 'ACKNOWLEDGED' || (await receiver.takes(file))) continue
    await api.put(`${path}/${file.id}/generate`, {})
    await receiver.takes(file)
  }
  const vouchers = await vouchersOf(clientId)
  for (const { id, number, status } of vouchers) {
    if (status === 'EXTERNAL_BOOKED') continue
    expect(receiver.has.get(String(number)), `voucher ${number} ${status}`).toBeDefined()
    const externalId = `E-${number}`
    const { body } = await api.put(`/vouchers/${id}/external/bookkeep`, { externalId })
    expect(body, `voucher ${number} ${status}`).toMatchObject({ status: 'EXTERNAL_BOOKED' })
  }
  // One that failed, and whose vouchers all went on in others, stays as it is.
  const standing = new Set((await vouchersOf(clientId)).map(({ fileId }) => fileId))
  const open = (await filesOf(clientId)).filter(({ status }) => status !== 'ACKNOWLEDGED')
  expect(open.filter(({ documentId }) => standing.has(documentId))).toEqual([])
  expect(open.filter(({ status }) => status !== 'FAILED')).toEqual([])
  await acknowledgedStay(clientId)
}

/** By a reader of its own, with another decoder of PC8: each voucher is whole. */
async function readElsewhere(files: readonly Buffer[]): Promise<void> {
  const python = findOnPath('python3')
  if (!python || files.length === 0) return
  const dir = mkdtempSync(join(tmpdir(), 'sie-'))
  const paths = files.map((_, n) => join(dir, `${n}.SI`))
  for (const [n, bytes] of files.entries()) writeFileSync(paths[n]!, bytes)
  const said = await runProgram(python, [join(import.meta.dirname, 'read-sie.py'), ...paths])
  rmSync(dir, { recursive: true })
  const lines = said.trim().split('\n')
  const counted = files.reduce((n, bytes) => n + numbersIn(bytes, 'SIE4I').length, 0)
  expect(lines).toHaveLength(counted)
  for (const line of lines) expect(line).toMatch(/\.SI \S+ \d+ \d{8} 0\.00$/)
}
