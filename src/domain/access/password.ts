import { invalid } from '../refusal.ts'
import { commonPasswords } from './common-passwords.ts'

export const passwordLength = { min: 12, max: 128 } as const

/** The schema checks the length; this refuses long passwords that are easy to guess. */
export function refuseWeak(password: string, email: string, pointer: string): void {
  const plain = password.toLowerCase()
  if (plain === email || plain === email.split('@')[0]) {
    invalid(pointer, 'PASSWORD_IS_EMAIL', 'The e-mail is the first thing that anybody would try')
  }
  if (isCommon(plain)) {
    invalid(pointer, 'PASSWORD_TOO_COMMON', 'It is among the passwords that are tried first')
  }
}

const rows = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']

function isCommon(plain: string): boolean {
  const bare = plain.replaceAll(/[^a-z0-9]/g, '')
  if (commonPasswords.has(plain) || commonPasswords.has(bare)) return true
  const isOneRepeated = /^(.{1,4})\1+$/s.test(plain)
  const isRow = rows.some((row) => row.repeat(3).includes(bare) && bare.length > 0)
  return isOneRepeated || isRow
}
