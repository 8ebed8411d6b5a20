import type { Scope } from '../../domain/access/scope.ts'
import { refuse } from '../../domain/refusal.ts'
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
  if (admission !== undefined) return admission
  const anyOf = rightsOf(operation.requires)
  const requiresSuperUser = needsSuperUser(operation.requires)
  return refuse('ACCESS_DENIED', {
    requiredRights: anyOf,
    missingRights: anyOf.some((right) => caller.has(right)) ? [] : caller.lacks(anyOf),
    ...(requiresSuperUser && { requiresSuperUser }),
  })
}

/**
 * The caller and its right, before a body is read; checked again in the command's transaction. If
 * not `sure`, who calls is to be asked anew before a fault of the request is answered.
 */
export async function admittedForNow(
  kernel: Kernel,
  operation: Operation,
  incoming: Incoming,
): Promise<{ admission: Admission; sure: boolean }> {
  const { hash } = incoming.credentials as Credentials
  const { authenticator } = kernel
  const recent = authenticator.recent(hash, incoming.now)
  if (recent !== undefined) return { admission: mayCall(kernel, operation, recent), sure: true }
  const known = authenticator.known(hash)
  const admission = known && admissionOf(kernel, operation, known)
  if (admission !== undefined) return { admission, sure: false }
  return { admission: await admittedNow(kernel, operation, incoming), sure: true }
}

/** The same, asked of the database. */
export async function admittedNow(
  kernel: Kernel,
  operation: Operation,
  { credentials, now }: Incoming,
): Promise<Admission> {
  const { tenantId, hash } = credentials as Credentials
  const transaction = await Transaction.begin(kernel.runtime.pool, { tenantId }, 'read')
  try {
    const caller = await kernel.authenticator.caller(transaction, tenantId, hash, now)
    return mayCall(kernel, operation, caller)
  } finally {
    transaction.leave()
  }
}

/** By the present time: waiting for the database must not count against the caller's rate. */
export function rateOf(kernel: Kernel, { caller }: Admission): string | undefined {
  return kernel.rate.take(caller.tokenId ?? caller.id, kernel.now().getTime())
}

export function isSame(one: Admission, other: Admission): boolean {
  const [caller, known] = [one.caller, other.caller]
  return (
    caller.id === known.id &&
    caller.kind === known.kind &&
    caller.clientId === known.clientId &&
    caller.debtorId === known.debtorId &&
    caller.superUser === known.superUser &&
    caller.rights.equals(known.rights)
  )
}
