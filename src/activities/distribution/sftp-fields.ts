import { z } from 'zod'
import { invalid } from '../../domain/refusal.ts'
import { filled } from '../../kernel/read/fields.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { faultOfKey } from '../../ports/sftp/private-key.ts'
import type { SftpServer } from '../../ports/sftp/session.ts'

/** By what a server lets us in: sealed, and shown to nobody. */
export const sftpCredentials = z
  .strictObject({
    password: filled(500).optional(),
    privateKey: z.string().min(1).max(16_000).optional(),
    passphrase: filled(500).optional(),
  })
  .meta({ example: { password: 'correct horse battery staple' } })

export const usualSftpPort = 22

/** A server that could never be entered, or that nobody is to reach, is refused where it is named. */
export async function refuseUnfitServer(unit: Unit, server: SftpServer): Promise<void> {
  const [missing] = Object.entries(server).find(([, value]) => value == null) ?? []
  if (missing !== undefined) invalid(`/${missing}`, 'REQUIRED', 'A server is entered by it')
  const { host, port, credentials } = server
  const { password, privateKey } = credentials ?? {}
  if ((password === undefined) === (privateKey === undefined)) {
    invalid('/credentials', 'INVALID', 'Either a password or a private key')
  }
  const fault = await faultOfKey(credentials ?? {})
  if (fault !== undefined) invalid(`/credentials/${fault.field}`, fault.code, fault.message)
  const refused = unit.runtime.refusedReach(host ?? '', port ?? 0)
  if (refused !== undefined) invalid('/host', 'HOST_REFUSED', refused)
}
