import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { activateChunk } from '../../src/activities/invoices/activate-chunk.ts'
import { failActivation } from '../../src/activities/invoices/fail-activation.ts'
import { afterActivation } from '../../src/activities/invoices/after-activation.ts'
import { beginActivation } from '../../src/activities/invoices/begin-activation.ts'
import { bookActivation } from '../../src/activities/invoices/book-activation.ts'
import { makeDocuments } from '../../src/activities/invoices/make-documents.ts'
import { collectDecision, runDecisionEngine } from '../../src/activities/factoring/run-decision.ts'
import { workOffTask } from '../../src/activities/system/run-task.ts'
import { isTemporary, type Task } from '../../src/kernel/write/activity.ts'
import type { Standing } from '../../src/domain/invoices/activation.ts'
import { Refusal } from '../../src/domain/refusal.ts'
import { FactoringDecision } from '../../src/entities/factoring-decision.ts'
import { InvoiceActivation } from '../../src/entities/invoice-activation.ts'
import { BackgroundTask } from '../../src/entities/background-task.ts'
import type { Answered, Api, TestTenant, World } from '../support/world.ts'

/** Whose claim it is, and what else steps ask of it. */
export interface Claim {
  id: string
  clientId: string
  customer: number
  isCredit: boolean
  currency: string
}

/** One tenant, and whatever its callers made so far; they all see the same. */
export interface Ground {
  at: World
  tenant: TestTenant
  clients: readonly string[]
  claims: Claim[]
  vouchers: string[]
  transactions: string[]
}

const triesMax = 12

/** What a user understands: done, or a refusal that says why. */
const understood = new Set([200, 201, 202, 204, 400, 403, 404, 409, 412, 422])

/** One who does things at this ground, one after the other. */
export class Caller {
  readonly ground: Ground
  readonly api: Api
  /** Whose they are, where they speak for one client alone. */
  readonly boundTo: string | null
  readonly done: string[]
  #asked = 0

  /** What they do is told in `done`, by all of them in one. */
  constructor(ground: Ground, who: Pick<Caller, 'api' | 'boundTo'>, done: string[]) {
    this.ground = ground
    this.api = who.api
    this.boundTo = who.boundTo
    this.done = done
  }

  get tenant(): TestTenant {
    return this.ground.tenant
  }

  async ask(what: string, method: string, path: string, body?: object): Promise<Answered> {
    const key = body === undefined ? undefined : this.#key()
    const send = () =>
      this.api.send(method, path, {
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(key !== undefined && { 'idempotency-key': key }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
    // Under a key it is sent twice, and done once.
    const [first, second] = await Promise.all([send(), key === undefined ? undefined : send()])
    let answer = [409, 503].includes(first.status) ? (second ?? first) : first
    // Where the machine is slow, or under one key, somebody may be told to come again.
    const isToRepeat = ({ status, body: { code } }: Answered) =>
      status === 503 || code === 'IDEMPOTENCY_IN_PROGRESS'
    for (let again = 0; answer.body !== '' && isToRepeat(answer) && again < triesMax; again++) {
      this.note(`${what}: ${answer.body.code}, again`)
      answer = await send()
    }
    if (key !== undefined && answer.status < 300) {
      const once = (await send()).body
      if (once.code !== 'SECRET_ALREADY_SHOWN') expect(once).toEqual(answer.body)
    }
    this.note(`${what}: ${answer.status} ${answer.body?.code ?? ''}`)
    this.note(`  ${method} ${path} ${JSON.stringify(body) ?? ''}`)
    const told = `${what} ${path} ${JSON.stringify(body)} ${JSON.stringify(answer.body)}`
    expect(understood, told).toContain(answer.status)
    return answer
  }

  /** Now and then one. */
  #key(): string | undefined {
    return this.#asked++ % 5 === 4 ? randomUUID() : undefined
  }

  put = (what: string, path: string, body?: object) => this.ask(what, 'PUT', path, body)
  post = (what: string, path: string, body?: object) => this.ask(what, 'POST', path, body)

  note(what: string): void {
    this.done.push(what)
  }

  pick(n: number, of: (claim: Claim) => boolean = () => true): Claim | undefined {
    const among = this.ground.claims.filter(of)
    return among[n % among.length]
  }

  /** Mostly one with which it should go; now and then any, to be refused. */
  async likely(
    n: number,
    where: string,
    of?: (claim: Claim) => boolean,
  ): Promise<Claim | undefined> {
    if (n % 6 === 0) return this.pick(n, of)
    const rows = await this.ground.at.owner(
      `select id from invoice where tenant_id = $1 and ${where}`,
      [this.tenant.id],
    )
    const ids = new Set(rows.map(({ id }) => id))
    return this.pick(n, (claim) => ids.has(claim.id) && (of?.(claim) ?? true))
  }

  async eventsOf(claimId: string): Promise<Record<string, string>[]> {
    const path = `/invoices/events/financial?claimId=${claimId}&sort=id&limit=200`
    return (await this.tenant.api.get(path)).body.data
  }

  task(entityId: string): Task {
    const { runtime, clock } = this.ground.at
    return { runtime, tenantId: this.tenant.id, entityId, now: clock.now, workflowId: 'storm' }
  }
}

const steps: Readonly<Record<Standing['step'], (task: Task) => Promise<Standing>>> = {
  BEGIN: beginActivation,
  DOCUMENTS: makeDocuments,
  BOOK: bookActivation,
  POST_ACTIVATE: afterActivation,
  DONE: afterActivation,
}

/** As an activity does: what may pass is tried again. */
export async function patiently<T>(
  caller: Caller,
  what: string,
  work: () => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      const code = error instanceof Refusal ? error.code : String(error)
      caller.note(`${what} again: ${code}`)
      const isFinal = error instanceof Refusal && !isTemporary(error)
      if (isFinal || tries === triesMax) throw error
    }
  }
}

/** What the process of each activation that waits or runs would do, one after the other. */
export async function activateAll(caller: Caller): Promise<void> {
  const ids = await caller.tenant.work(async (unit) => {
    const moving = { status: { $in: ['WAITING', 'RUNNING'] } } as const
    return (await unit.all(InvoiceActivation, moving)).map(({ id }) => id)
  })
  for (const id of ids) await activate(caller, id)
}

async function activate(caller: Caller, id: string): Promise<void> {
  const task = caller.task(id)
  let standing: Standing = { status: 'RUNNING', step: 'BEGIN' }
  while (standing.status === 'WAITING' || standing.status === 'RUNNING') {
    const { step } = standing
    try {
      standing = await patiently(caller, step, () => steps[step](task))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      caller.note(`activation: ${error.code}`)
      const { code, message } = error
      standing = await patiently(caller, 'fail', () =>
        failActivation({ ...task, failure: { code, message } }),
      )
    }
  }
}

/** The same by the process of a batch, which takes whatever waits. */
export async function activateTogether(caller: Caller): Promise<void> {
  const batchId = `storm-${randomUUID()}`
  await caller.ground.at.owner(
    `update invoice_activation set batch_id = $2
     where tenant_id = $1 and status = 'WAITING' and batch_id is null`,
    [caller.tenant.id, batchId],
  )
  const task = caller.task(batchId)
  for (let n = 0; n < triesMax; n++) {
    const { open, done, failed, alone } = await patiently(caller, 'chunk', () =>
      activateChunk(task),
    )
    caller.note(`batch: ${done} done, ${failed} failed, ${alone} alone`)
    if (!open) break
  }
}

/** What the process of each decision would do as far as it goes without a person. */
export async function decideAll(caller: Caller): Promise<void> {
  const ids = await caller.tenant.work(async (unit) => {
    const open = { status: { $in: ['PENDING', 'READY_FOR_DECISION'] } } as const
    return (await unit.all(FactoringDecision, open)).map(({ id }) => id)
  })
  for (const id of ids) {
    const task = caller.task(id)
    await patiently(caller, 'collect', () => collectDecision(task))
    const { status, financeDecision } = await patiently(caller, 'engine', () =>
      runDecisionEngine(task),
    )
    caller.note(`engine: ${status} ${financeDecision ?? ''}`)
  }
}

/** What the processes of background tasks would do. */
export async function workOffAll(caller: Caller): Promise<void> {
  const ids = await caller.tenant.work(async (unit) => {
    const moving = { status: { $in: ['QUEUED', 'RUNNING'] } } as const
    return (await unit.all(BackgroundTask, moving)).map(({ id }) => id)
  })
  for (const id of ids) {
    while ((await patiently(caller, 'task', () => workOffTask(caller.task(id)))).open);
  }
  const broke = await caller.ground.at.owner(
    `select i.code, i.message, t.task_name from background_task_item i
     join background_task t on t.tenant_id = i.tenant_id and t.id = i.task_id
     where i.tenant_id = $1 and i.code = 'INTERNAL'`,
    [caller.tenant.id],
  )
  expect(broke, 'an item of a task broke').toEqual([])
}
