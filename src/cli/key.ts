import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '@temporalio/client'
import type { Environment } from '../environment.ts'
import { currentKey, keysSeen, knownKeys, makeCurrent, type KnownKey } from '../install/key-ring.ts'
import { withClient } from '../ports/database/connect.ts'
import { deriveKeys } from '../ports/keys/key-ring.ts'
import { armCrashPoint, crashPoint } from '../ports/process/crash-point.ts'
import { processesBefore, schedulesSealedBy } from '../ports/temporal/sealed-in-engine.ts'
import { engineClient } from '../run/engine-client.ts'
import { addKey, fileOfKey, mastersOf } from '../run/master-key.ts'
import { Resealer } from '../run/resealer.ts'
import { sealedOf, tenantsOf } from '../run/sealed-values.ts'
import { onInstallation, type Installation } from './installation.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)

/** Makes another key the current one, and seals anew what others sealed; goes on where it was cut off. */
export async function rotateKeyCommand({ again }: { again: boolean }): Promise<void> {
  await onInstallation(async (at) => {
    armCrashPoint(at.environment.RECEIVABLES_CRASH_AT)
    const { ownerUrl } = at.installed
    const known = await withClient(ownerUrl, knownKeys)
    const changed = changedLately(known)
    if (isUnfinished(known)) say(`goes on with the change to the key ${at.keys.id}`)
    else if (changed !== undefined && !again) {
      return say(
        `the key ${at.keys.id} is the current one since ${changed.toISOString()}, and all is ` +
          'sealed by it; --again makes another one',
      )
    } else await turn(at, await nextKey(at.environment, known))
    await onEngine(at, (client) => resealed(at, client))
    say(
      'all that the database holds is sealed by the current key; a former one can go once ' +
        '"npx receivables key list" says so',
    )
  })
}

const isUnfinished = (known: readonly KnownKey[]) =>
  known.some(
    ({ isCurrent, sealedUntil, removedAt }) =>
      !isCurrent && sealedUntil === null && removedAt === null,
  )

const dayMs = 86_400_000

/** A relay may have brought to its end what this command began. */
function changedLately(known: readonly KnownKey[]): Date | undefined {
  const [current, ...former] = known
  const from = current?.from ?? undefined
  const isLate = from !== undefined && Date.now() - from.getTime() < dayMs
  return isLate && former.length > 0 ? from : undefined
}

/** One that was given and never used, or made in the data folder. */
async function nextKey(environment: Environment, known: readonly KnownKey[]): Promise<string> {
  const given = mastersOf(environment).map((master) => deriveKeys(master).id)
  const fresh = given.filter((id) => !known.some((one) => one.id === id))
  if (fresh.length > 1) {
    throw new Error(`which of ${fresh.join(', ')} is to be the key? Give one`)
  }
  const [one] = fresh
  if (one !== undefined) return one
  if (environment.RECEIVABLES_MASTER_KEY !== undefined) {
    throw new Error(
      'give a new key (32 bytes in hex, as of openssl rand -hex 32) to all processes by ' +
        'RECEIVABLES_FURTHER_KEYS, start them again, and then rotate',
    )
  }
  const { id, file } = addKey(environment)
  say(`made the master key ${file}: keep a copy, without it no stored secret can be read`)
  crashPoint('key-made', () => [])
  return id
}

const patienceMs = 30_000

/** Nobody may meet what is sealed by a key that they do not have. */
async function turn(
  { environment, installed, keys: ring }: Installation,
  id: string,
): Promise<void> {
  for (const master of mastersOf(environment)) ring.add(master)
  await withClient(installed.ownerUrl, async (client) => {
    const until = Date.now() + patienceMs
    for (;;) {
      const without = (await keysSeen(client)).filter(({ known }) => !known.includes(id))
      if (without.length === 0) break
      if (Date.now() > until) {
        const who = without.map(({ what }) => what).join('; ')
        throw new Error(`${who} has no key ${id}: give it by RECEIVABLES_FURTHER_KEYS, start again`)
      }
      await sleep(500)
    }
    await makeCurrent(client, ring, id, installed.roles)
    crashPoint('key-switched', () => [])
    const current = await currentKey(client)
    ring.turnTo(id, current?.kept ?? null)
    say(`the key ${id} is the current one`)
  })
}

async function resealed({ installed, runtime }: Installation, client?: Client): Promise<void> {
  const { relayUrl } = installed
  const resealer = new Resealer({ relayUrl, runtime, ...(client && { client }) })
  try {
    for (let told = ''; ; await sleep(500)) {
      const { isDone, sealed, waitsFor } = await resealer.round()
      if (sealed > 0) say(`sealed ${sealed} values anew`)
      if (isDone) return
      const waiting = waitsFor.join('; ')
      if (waiting !== '' && waiting !== told) say(`waits until it seals by that: ${waiting}`)
      told = waiting
    }
  } finally {
    await resealer.stop()
  }
}

interface Told {
  id: string
  is: string
  since: Date | null
  values: number
  processes: number | undefined
  schedules: number | undefined
  /** Why it has to stay; nothing where it can go. */
  stays: string | undefined
}

/** Every key that the database knows: what it still seals, and whether it can go. */
export async function listKeysCommand({ json }: { json: boolean }): Promise<void> {
  const found = await onInstallation(toldOf)
  const lines = found.map(
    ({ id, is, values, processes = '?', schedules = '?', stays }) =>
      `${id}  ${is}  ${values} values, ${processes} processes, ${schedules} schedules` +
      `  ${is !== 'FORMER' ? '' : (stays ?? `can go: npx receivables key remove ${id}`)}`,
  )
  say(json ? JSON.stringify(found) : lines.map((line) => line.trimEnd()).join('\n'))
}

async function toldOf(at: Installation): Promise<Told[]> {
  const known = await withClient(at.installed.ownerUrl, knownKeys)
  const values = await valuesByKey(at)
  return onEngine(at, async (client) => {
    const told: Told[] = []
    for (const { id, isCurrent, from: since, sealedUntil, removedAt } of known) {
      const count = values.get(id) ?? 0
      if (isCurrent || removedAt !== null) {
        const is = isCurrent ? 'CURRENT' : 'REMOVED'
        told.push({ id, is, since, values: count, processes: 0, schedules: 0, stays: undefined })
        continue
      }
      const engine = client && sealedUntil && (await inEngine(client, id, sealedUntil))
      const stays = whyStays(count, sealedUntil, engine ?? undefined)
      const { processes, schedules } = engine ?? {}
      told.push({ id, is: 'FORMER', since, values: count, processes, schedules, stays })
    }
    return told
  })
}

interface InEngine {
  processes: number
  schedules: number
}

async function inEngine(client: Client, id: string, until: Date): Promise<InEngine> {
  const schedules = (await schedulesSealedBy(client, [id])).length
  return { processes: await processesBefore(client, until), schedules }
}

function whyStays(
  values: number,
  sealedUntil: Date | null,
  engine: InEngine | undefined,
): string | undefined {
  if (values > 0 || sealedUntil === null) return 'stays: npx receivables key rotate goes on'
  if (engine === undefined) return 'stays: nobody knows what Temporal has, which does not answer'
  if (engine.schedules > 0) return 'stays: schedules are sealed by it; see whether a relay runs'
  if (engine.processes > 0) return 'stays: Temporal keeps processes from its time'
  return undefined
}

async function valuesByKey({ installed, runtime }: Installation): Promise<Map<string, number>> {
  const all = new Map<string, number>()
  const tenants = await withClient(installed.relayUrl, tenantsOf)
  for (const tenantId of tenants) {
    for (const [key, count] of await sealedOf(runtime, tenantId)) {
      all.set(key, (all.get(key) ?? 0) + count)
    }
  }
  return all
}

/** Lets a key go by which nothing is sealed any more. */
export async function removeKeyCommand(id: string): Promise<void> {
  await onInstallation(async (at) => {
    const one = (await toldOf(at)).find((told) => told.id === id)
    if (one === undefined) throw new Error(`the database knows no key ${id}`)
    if (one.is === 'CURRENT') throw new Error(`${id} is the current key: rotate first`)
    if (one.stays !== undefined) throw new Error(`the key ${id} ${one.stays}`)
    await withClient(at.installed.ownerUrl, (client) =>
      client.query('update master_key set removed_at = now() where id = $1', [id]),
    )
    const file = fileOfKey(at.environment, id)
    if (file !== undefined) rmSync(file)
    say(
      file === undefined
        ? `the key ${id} is not needed any more: take it out of the environment of all processes`
        : `the key ${id} is gone, with its file ${file}`,
    )
  })
}

/** With the engine where it runs and answers. */
async function onEngine<T>(
  { environment, runtime }: Installation,
  work: (client?: Client) => Promise<T>,
): Promise<T> {
  const { TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace } = environment
  if (address === undefined) return work()
  const engine = engineClient({ address, namespace }, runtime.keys)
  try {
    const { client, connection } = await engine.connected()
    const answers = await connection
      .withDeadline(Date.now() + 3_000, () =>
        client.workflowService.describeNamespace({ namespace }),
      )
      .then(() => true)
      .catch(() => false)
    return await work(answers ? client : undefined)
  } finally {
    await engine.stop()
  }
}
