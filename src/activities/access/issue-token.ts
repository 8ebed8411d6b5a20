import { z } from 'zod'
import type { PrincipalKind } from '../../domain/access/principal.ts'
import { Token, TokenRole } from '../../entities/token.ts'
import { hashToken, tokenText } from '../../ports/keys/tokens.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import type { Lifetime } from '../../domain/access/token.ts'

export const lifetime = ({ longestMs }: Lifetime) =>
  z
    .int()
    .min(1)
    .max(longestMs / 1000)
    .meta({ example: 3600 })

export interface NewToken {
  kind: PrincipalKind
  name: string
  clientId?: string | null
  debtorId?: string | null
  userId?: string | null
  serviceAccountId?: string | null
  /** By whose life and rights it lives, if somebody minted it. */
  livesBy?: string | null
  superUser?: boolean
  rights?: readonly string[]
  roleIds?: readonly string[]
  lifetimeMs: number
  idleMs?: number | null
}

export interface IssuedToken {
  id: string
  token: string
  kind: PrincipalKind
  expiresAt: string
}

/** Makes a token, which is shown only now: the row has only its keyed hash. */
export function issueToken(unit: Unit, wanted: NewToken): IssuedToken {
  const { lifetimeMs, rights = [], roleIds = [], ...facts } = wanted
  const text = tokenText(wanted.kind, unit.tenantId)
  const token = unit.add(Token, {
    clientId: null,
    debtorId: null,
    userId: null,
    serviceAccountId: null,
    livesBy: null,
    idleMs: null,
    ...facts,
    superUser: wanted.superUser ?? false,
    rights: [...rights],
    hash: hashToken(text, unit.runtime.keys.tokens),
    createdBy: unit.principal.id,
    expiresAt: new Date(unit.now.getTime() + lifetimeMs),
    lastUsedAt: null,
    revokedAt: null,
  })
  for (const roleId of new Set(roleIds)) unit.add(TokenRole, { tokenId: token.id, roleId })
  return { id: token.id, token: text, kind: token.kind, expiresAt: token.expiresAt.toISOString() }
}
