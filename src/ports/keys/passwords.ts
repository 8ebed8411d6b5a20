import { hash, verify } from '@node-rs/argon2'
import { availableParallelism } from 'node:os'
import { FairTurns } from '../../domain/turns.ts'

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Compared with if a user has no password: it takes as long, and never matches. */
const nobodys =
  '$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5cyBzYWx0IQ$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

/** Files and names are looked up by the same four threads, and answers need a core. */
const atOnceMax = 2
const turns = new FairTurns({
  atOnce: Math.max(1, Math.min(atOnceMax, availableParallelism() >> 1)),
  each: 40,
  all: 120,
})

/** Keyboards write the same letter in several ways, which must give the same password. */
const plain = (password: string) => password.normalize('NFKC')

/** Never while a connection is held, in the turn of whoever asks: an address or a principal. */
export function hashPassword(password: string, asker: string): Promise<string> {
  return turns.take(asker, () => hash(plain(password), cost))
}

/** Whether the password is right; without one to compare it takes as long to say no. */
export async function verifyPassword(
  passwordHash: string | null | undefined,
  password: string,
  asker: string,
): Promise<boolean> {
  const fits = await turns.take(asker, () => verify(passwordHash ?? nobodys, plain(password)))
  return fits && passwordHash != null
}
