import { strangers } from '../../ports/database/pool.ts'
import { markOfScope, type Scope } from '../../domain/access/scope.ts'
import { refuse } from '../../domain/refusal.ts'
import { refuseOff } from '../../domain/system/modules.ts'
import type { Caller } from '../../policy/authenticate.ts'
import { Transaction } from '../../ports/database/transaction.ts'
import { tenantOfToken } from '../../ports/keys/tokens.ts'
import { needsSuperUser, rightsOf, type Operation } from './operation.ts'
import type { Incoming, Kernel } from './prepared.ts'
import { scopeOfCall } from './scope-of-call.ts'

/** The gate's answer: the caller, and the scope that the opening right gives. */
export interface Admission {
  readonly caller: Caller
  readonly scope: Scope
}

export interface Credentials {
  readonly tenantId: string
  readonly hash: string
}

export function credentialsOf(kernel: Kernel, request: Request): Credentials {
  const [scheme, token = ''] = (request.headers.get('authorization') ?? '').split(' ')
  const tenantId = scheme?.toLowerCase() === 'bearer' ? tenantOfToken(token) : undefined
  if (tenantId === undefined) return refuse('UNAUTHENTICATED')
  return { tenantId, hash: kernel.authenticator.hash(token) }
}

/** Whether the gate lets a caller in, and in which scope. */
export function admissionOf(
  { gate }: Kernel,
  operation: Operation,
  caller: Caller,
): Admission | undefined {
  const scope = scopeOfCall(gate, operation, caller)
  return scope && { caller, scope }
}

export function mayCall(kernel: Kernel, operation: Operation, caller: Caller): Admission {
  const admission = admissionOf(kernel, operation, caller)
  if (admission !== undefined) {
    // Whoever may call it learns that there is no such thing here at present.
    refuseOff(operation.module, caller.switchedOff)
    return admission
  }
  const anyOf = rightsOf(operation.requires)
  const requiresSuperUser = needsSuperUser(operation.requires)
  return refuse('ACCESS_DENIED', {
    requiredRights: anyOf,
    missingRights: anyOf.some((right) => caller.has(right)) ? [] : caller.lacks(anyOf),
    ...(requiresSuperUser && { requiresSuperUser }),
  })
}

/**
 * Refuses who lacks the right, before a body is read; checked again in the command's transaction.
 * If not `true`, who calls is to be asked anew before a fault of the request is answered.
 */
export async function admittedForNow(
  kernel: Kernel,
  operation: Operation,
  incoming: Incoming,
): Promise<boolean> {
  const { hash } = incoming.credentials as Credentials
  const { authenticator } = kernel
  const recent = authenticator.recent(hash, incoming.now)
  if (recent !== undefined) {
    mayCall(kernel, operation, recent)
    return true
  }
  const known = authenticator.known(hash)
  if (known !== undefined && admissionOf(kernel, operation, known) !== undefined) return false
  await admittedNow(kernel, operation, incoming)
  return true
}

/** The same, asked of the database. */
export async function admittedNow(
  kernel: Kernel,
  operation: Operation,
  { credentials, now }: Incoming,
): Promise<Admission> {
  return mayCall(kernel, operation, await callerNow(kernel, credentials as Credentials, now))
}

export async function callerNow(
  kernel: Kernel,
  { tenantId, hash }: Credentials,
  now: Date,
  inTurnOf = tenantId,
): Promise<Caller> {
  const { pool } = kernel.runtime
  const transaction = await Transaction.begin(pool, { tenantId }, 'read', { inTurnOf })
  try {
    return await kernel.authenticator.caller(transaction, tenantId, hash, now)
  } finally {
    transaction.leave()
  }
}

/**
 * Whoever has the token, or had it when it was last seen here: enough to count a request before any
 * connection is taken for it. Who was never seen is asked about in the turn of their address.
 */
export async function callerSeen(
  kernel: Kernel,
  credentials: Credentials,
  { address, now }: Pick<Incoming, 'address' | 'now'>,
): Promise<Caller> {
  const known = kernel.authenticator.known(credentials.hash)
  if (known !== undefined) return known
  return kernel.strangers.lookUp(address, credentials.hash, () =>
    callerNow(kernel, credentials, now, strangers),
  )
}

/** Refuses who may no longer make the call, or now sees other rows than those it was begun with. */
export async function refuseChanged(
  kernel: Kernel,
  operation: Operation,
  { credentials, now }: Incoming,
  transaction: Transaction,
  scope: Scope,
): Promise<void> {
  const { tenantId, hash } = credentials as Credentials
  const caller = await kernel.authenticator.caller(transaction, tenantId, hash, now)
  const present = mayCall(kernel, operation, caller)
  if (String(markOfScope(present.scope)) === String(markOfScope(scope))) return
  refuse('ACCESS_DENIED', { detail: 'What the caller sees has changed meanwhile. Call again.' })
}

export function isSame(one: Admission, other: Admission): boolean {
  const [caller, known] = [one.caller, other.caller]
  return (
    caller.id === known.id &&
    caller.kind === known.kind &&
    caller.clientId === known.clientId &&
    caller.debtorId === known.debtorId &&
    caller.superUser === known.superUser &&
    String([...caller.switchedOff]) === String([...known.switchedOff]) &&
    caller.rights.equals(known.rights)
  )
}
