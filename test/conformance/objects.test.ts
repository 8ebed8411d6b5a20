import { describe } from 'vitest'
import { objectMatrix } from './object-matrix.ts'

describe('as it is', () => objectMatrix({}))
