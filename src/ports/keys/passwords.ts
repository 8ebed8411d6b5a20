import { hash, verify } from '@node-rs/argon2'
import { availableParallelism } from 'node:os'
import { Turns } from '../../domain/turns.ts'

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Compared with if a user has no password: it takes as long, and never matches. */
const nobodys =
  '$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5cyBzYWx0IQ$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

/** As many at once as there are cores; more would only slow down everything else. */
const cores = availableParallelism()
const turns = new Turns(cores, 100 * cores)

/** Keyboards write the same letter in several ways, which must give the same password. */
const plain = (password: string) => password.normalize('NFKC')

export function hashPassword(password: string): Promise<string> {
  return turns.take(() => hash(plain(password), cost))
}

/** Whether the password is right; without one to compare it takes as long to say no. */
export async function verifyPassword(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  const fits = await turns.take(() => verify(passwordHash ?? nobodys, plain(password)))
  return fits && passwordHash != null
}
