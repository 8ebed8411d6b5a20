import { expect, test } from 'vitest'
import { verbFollowing } from '../../src/domain/bookkeeping/bookkeeping-file.ts'
import {
  bookedOutside,
  failedOutside,
  filed,
  filedAgain,
  overridden,
  hasFailed,
  sentAgain,
  taken,
  type Outside,
} from '../../src/domain/bookkeeping/voucher-life.ts'

const states = {
  booked: { status: 'BOOKED', externalAttempts: 0 },
  taken: { status: 'EXPORTED', externalSystem: 'ERP', externalAttempts: 1 },
  filed: { status: 'EXPORTED', externalSystem: 'SIE_FILE', fileId: 'DOC1', externalAttempts: 1 },
  inFile: { status: 'EXPORTED', externalSystem: null, fileId: 'DOC2', externalAttempts: 1 },
  waiting: { status: 'EXPORTED', externalSystem: null, externalAttempts: 1 },
  arrived: {
    status: 'EXTERNAL_BOOKED',
    externalSystem: 'ERP',
    externalId: 'X1',
    externalAttempts: 1,
  },
  failed: {
    status: 'EXTERNAL_FAILED',
    externalSystem: 'ERP',
    externalError: 'no',
    externalAttempts: 1,
  },
  reversed: { status: 'REVERSED', externalAttempts: 0 },
  reversedTaken: { status: 'REVERSED', externalSystem: 'ERP', externalAttempts: 1 },
  reversedFailed: {
    status: 'REVERSED',
    externalSystem: 'ERP',
    externalError: 'no',
    externalAttempts: 1,
  },
} satisfies Record<string, Outside>
type State = keyof typeof states

const moves = {
  take: (voucher: Outside) => taken(voucher, 'ERP').status,
  file: (voucher: Outside) => filed(voucher, 'DOC1').status ?? 'as it was',
  book: (voucher: Outside) => bookedOutside(voucher, 'X1').status ?? 'as it was',
  bookAsOther: (voucher: Outside) => bookedOutside(voucher, 'X2').status,
  fail: (voucher: Outside) => failedOutside(voucher, 'no').status,
  resend: (voucher: Outside) => sentAgain(voucher).status,
  override: (voucher: Outside) => overridden(voucher, { status: 'EXTERNAL_BOOKED' }).status,
}

const gone = 'VOUCHER_ALREADY_EXPORTED'
const notThere = 'VOUCHER_NOT_EXPORTED'
const notFailed = 'VOUCHER_NOT_FAILED'

/** What each move makes of each state, or with which code it is refused. */
const table: Record<keyof typeof moves, Record<State, string>> = {
  take: {
    booked: 'EXPORTED',
    taken: gone,
    filed: gone,
    inFile: gone,
    waiting: 'EXPORTED',
    arrived: gone,
    failed: gone,
    reversed: 'REVERSED',
    reversedTaken: gone,
    reversedFailed: gone,
  },
  file: {
    booked: 'EXPORTED',
    taken: gone,
    filed: 'as it was',
    inFile: gone,
    waiting: 'EXPORTED',
    arrived: gone,
    failed: gone,
    reversed: 'REVERSED',
    reversedTaken: gone,
    reversedFailed: gone,
  },
  book: {
    booked: notThere,
    taken: 'EXTERNAL_BOOKED',
    filed: 'EXTERNAL_BOOKED',
    inFile: 'EXTERNAL_BOOKED',
    waiting: notThere,
    arrived: 'as it was',
    failed: notThere,
    reversed: notThere,
    reversedTaken: 'REVERSED',
    reversedFailed: 'REVERSED',
  },
  bookAsOther: {
    booked: notThere,
    taken: 'EXTERNAL_BOOKED',
    filed: 'EXTERNAL_BOOKED',
    inFile: 'EXTERNAL_BOOKED',
    waiting: notThere,
    arrived: notThere,
    failed: notThere,
    reversed: notThere,
    reversedTaken: 'REVERSED',
    reversedFailed: 'REVERSED',
  },
  fail: {
    booked: notThere,
    taken: 'EXTERNAL_FAILED',
    filed: 'EXTERNAL_FAILED',
    inFile: 'EXTERNAL_FAILED',
    waiting: notThere,
    arrived: notThere,
    failed: notThere,
    reversed: notThere,
    reversedTaken: 'REVERSED',
    reversedFailed: 'REVERSED',
  },
  resend: {
    booked: notFailed,
    taken: notFailed,
    filed: notFailed,
    inFile: notFailed,
    waiting: notFailed,
    arrived: notFailed,
    failed: 'EXPORTED',
    reversed: notFailed,
    reversedTaken: notFailed,
    reversedFailed: 'REVERSED',
  },
  override: {
    booked: 'EXTERNAL_BOOKED',
    taken: 'EXTERNAL_BOOKED',
    filed: 'EXTERNAL_BOOKED',
    inFile: 'EXTERNAL_BOOKED',
    waiting: 'EXTERNAL_BOOKED',
    arrived: 'EXTERNAL_BOOKED',
    failed: 'EXTERNAL_BOOKED',
    reversed: 'ALREADY_REVERSED',
    reversedTaken: 'ALREADY_REVERSED',
    reversedFailed: 'ALREADY_REVERSED',
  },
}

const cases = Object.entries(table).flatMap(([move, row]) =>
  Object.entries(row).map(([state, outcome]) => [move, state, outcome] as const),
)

test.each(cases)('%s of one that is %s: %s', (move, state, outcome) => {
  expect(toldBy(() => moves[move as keyof typeof moves](states[state as State]))).toBe(outcome)
})

function toldBy<T>(move: () => T): T | string {
  try {
    return move()
  } catch (error) {
    return (error as { code: string }).code
  }
}

test('what support corrects keeps what it does not name, and forgets all when it begins again', () => {
  expect(overridden(states.failed, { status: 'EXTERNAL_BOOKED', externalId: 'X3' })).toEqual({
    status: 'EXTERNAL_BOOKED',
    externalSystem: 'ERP',
    externalId: 'X3',
    externalError: null,
  })
  expect(overridden(states.arrived, { status: 'EXPORTED' })).toMatchObject({ externalId: null })
  expect(overridden(states.arrived, { status: 'BOOKED' })).toEqual({
    status: 'BOOKED',
    fileId: null,
    externalSystem: null,
    externalId: null,
    externalError: null,
  })
})

test('one that failed is sent again out of its file, or once more in it', () => {
  const failed = { ...states.filed, ...failedOutside(states.filed, 'no') }
  const again = { ...failed, ...sentAgain(failed) }
  expect(again).toMatchObject({ status: 'EXPORTED', fileId: null, externalSystem: null })
  expect(filed(again, 'DOC2')).toMatchObject({ status: 'EXPORTED', fileId: 'DOC2' })
  expect(toldBy(() => sentAgain(again))).toBe(notFailed)
  expect(filedAgain(failed)).toMatchObject({ status: 'EXPORTED', externalError: null })
  expect(filedAgain(states.filed)).toEqual({})
})

test.each(['EXPORTED', 'EXTERNAL_BOOKED', 'EXTERNAL_FAILED'] as const)(
  'one that support says is %s goes nowhere else',
  (status) => {
    const said = { ...states.booked, ...overridden(states.booked, { status }) }
    expect(said.externalSystem).toBe('BY_HAND')
    expect(toldBy(() => taken({ ...said, status: 'REVERSED' }, 'ERP'))).toBe(gone)
  },
)

test('what support says of one outlasts its reversal', () => {
  const after = (status: 'EXTERNAL_BOOKED' | 'EXTERNAL_FAILED') => ({
    ...states.booked,
    ...overridden(states.booked, { status }),
    status: 'REVERSED' as const,
  })
  expect(after('EXTERNAL_BOOKED').externalId).toBe('BY_HAND')
  expect(hasFailed(after('EXTERNAL_BOOKED'))).toBe(false)
  expect(filedAgain(after('EXTERNAL_BOOKED'))).toEqual({})
  expect(hasFailed(after('EXTERNAL_FAILED'))).toBe(true)
  expect(sentAgain(after('EXTERNAL_FAILED'))).toMatchObject({
    status: 'REVERSED',
    externalSystem: null,
    externalError: null,
  })
})

test.each<[Parameters<typeof verbFollowing>, ReturnType<typeof verbFollowing>]>([
  [[{ status: 'EXPORTED' }, { all: 2, refused: 1, waiting: 2 }], 'fail'],
  [[{ status: 'EXPORTED' }, { all: 2, refused: 0, waiting: 1 }], undefined],
  [[{ status: 'EXPORTED' }, { all: 2, refused: 0, waiting: 0 }], 'acknowledge'],
  [
    [
      { status: 'FAILED', exportedAt: new Date(0) },
      { all: 1, refused: 0, waiting: 1 },
    ],
    'waitOn',
  ],
  [[{ status: 'FAILED' }, { all: 1, refused: 0, waiting: 1 }], 'generate'],
  [[{ status: 'FAILED' }, { all: 0, refused: 0, waiting: 0 }], undefined],
  [[{ status: 'ACKNOWLEDGED' }, { all: 1, refused: 1, waiting: 1 }], undefined],
])('a file with %j follows its vouchers: %s', (known, verb) => {
  expect(verbFollowing(...known)).toBe(verb)
})
