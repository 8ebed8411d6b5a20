import { z } from 'zod'
import { invalid } from '../../domain/refusal.ts'
import { filled } from '../../kernel/read/fields.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { openKey } from '../../ports/sftp/private-key.ts'
import type { SftpCredentials, SftpServer } from '../../ports/sftp/session.ts'

/** By what a server lets us in: sealed, and shown to nobody. */
export const sftpCredentials = z
  .strictObject({
    password: filled(500).optional(),
    privateKey: z.string().min(1).max(16_000).optional(),
    passphrase: filled(500).optional(),
  })
  .meta({ example: { password: 'correct horse battery staple' } })

export const usualSftpPort = 22

/**
 * By what a server lets us in, whose key needs no passphrase any more. Before anything is changed,
 * as a key may take long to open.
 */
export async function openedCredentials<C extends SftpCredentials>(
  unit: Unit,
  sent: C | undefined,
): Promise<C | undefined> {
  if (sent?.privateKey === undefined) return sent
  const { tenantId } = unit
  const key = await unit.apart(({ apart }) => openKey(apart, tenantId, sent))
  if ('fault' in key) {
    const { field, code, message } = key.fault
    invalid(`/credentials/${field}`, code, message)
  }
  const { passphrase: _, ...rest } = sent
  return { ...rest, ...key } as C
}

/** A server that could never be entered, or that nobody is to reach, is refused where it is named. */
export function refuseUnfitServer(unit: Unit, server: SftpServer): void {
  const [missing] = Object.entries(server).find(([, value]) => value == null) ?? []
  if (missing !== undefined) invalid(`/${missing}`, 'REQUIRED', 'A server is entered by it')
  const { host, port, credentials } = server
  const { password, privateKey, passphrase } = credentials ?? {}
  if ((password === undefined) === (privateKey === undefined)) {
    invalid('/credentials', 'INVALID', 'Either a password or a private key')
  }
  if (privateKey === undefined && passphrase !== undefined) {
    invalid('/credentials/passphrase', 'NEEDLESS', 'A password has no passphrase')
  }
  const refused = unit.runtime.refusedReach(host ?? '', port ?? 0)
  if (refused !== undefined) invalid('/host', 'HOST_REFUSED', refused)
}
