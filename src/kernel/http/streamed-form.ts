import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'
import { Refusal, refuse } from '../../domain/refusal.ts'
import type { Arrived } from '../../ports/documents/arrived.ts'
import { piecesOf, type BodyLimits } from './body.ts'
import {
  formExtraBytes,
  listOf,
  named,
  partsMax,
  refuseParts,
  refusePrototype,
  refuseUnstorable,
  sentAs,
  textOf,
} from './form.ts'

/**
 * The form as the JSON document that would say the same, but that its files have only how they
 * begin: each field under its name, its file as name, type and content, and of several `files` one
 * such each; and the files themselves, in their order.
 */
export interface StreamedForm {
  document: unknown
  files: readonly Arrived[]
}

type Take = (bytes: AsyncIterable<Uint8Array>) => Promise<Arrived>

/** Reads a form whose files go where they are taken while they come; what is refused stays nowhere. */
export async function streamedForm(
  request: Request,
  limits: BodyLimits,
  take: Take,
): Promise<StreamedForm> {
  const form = new Parts(request.headers.get('content-type') ?? '', take)
  try {
    await form.read(piecesOf(request, limits))
    return await form.said()
  } catch (error) {
    await form.dropFiles(error)
    throw error
  }
}

interface Part {
  field: string
  name: string
  type: string
  from: BusboyFileStream
  taken: Promise<Arrived>
}

/** Under this name there may be several. */
const several = 'files'

class Parts {
  readonly #parser: BusboyInstance
  readonly #take: Take
  readonly #fields: Record<string, unknown> = {}
  readonly #files: Part[] = []
  /** Why nothing more is read, where we say it and not the one who sends. */
  #why: unknown

  constructor(type: string, take: Take) {
    this.#take = take
    this.#parser = parserOf(type)
    this.#parser.on('field', (name, value, _, isCut) =>
      this.#orEnd(() => this.#addField(name, value, isCut)),
    )
    this.#parser.on('file', (name, from, filename, _, mimeType) =>
      this.#orEnd(() => this.#addFile(name, from, filename, mimeType)),
    )
    this.#parser.on('partsLimit', () => this.#orEnd(refuseParts))
  }

  async read(pieces: AsyncIterable<Uint8Array>): Promise<void> {
    try {
      await pipeline(pieces, this.#parser)
    } catch (error) {
      const why = this.#why ?? error
      throw isOfForm(why) ? new Refusal('MALFORMED_BODY', cannotBeRead) : why
    }
  }

  async said(): Promise<StreamedForm> {
    const fields = this.#fields
    const files: Arrived[] = []
    for (const { field, name, type, taken } of this.#files) {
      const file = await taken
      const sent = sentAs(name, type, file.begun)
      if (field === several) fields[several] = [...listOf(fields[several]), sent]
      else Object.assign(fields, sent, named(fields))
      files.push(file)
    }
    refuseUnstorable(fields)
    return { document: fields, files }
  }

  async dropFiles(error: unknown): Promise<void> {
    for (const { from, taken } of this.#files) {
      from.destroy(error as Error)
      await taken.then((file) => file.drop()).catch(() => undefined)
    }
  }

  #addField(name: string, value: string, isCut: boolean): void {
    refusePrototype(name)
    if (isCut) refuse('MALFORMED_BODY', { detail: `The field ${name} is too long.` })
    this.#fields[name] = textOf(name, value)
  }

  #addFile(field: string, from: BusboyFileStream, name: string, type: string): void {
    // What breaks off says so here as well, where nobody else may listen.
    from.on('error', () => undefined)
    const isOneMore = this.#files.some((other) => field !== several || other.field !== several)
    if (field === undefined || isOneMore) {
      refuse('MALFORMED_BODY', {
        detail: `One file is taken, in a field with a name, or ${several}.`,
      })
    }
    refusePrototype(field)
    const taken = this.#take(from)
    taken.catch((error: unknown) => this.#end(error))
    this.#files.push({ field, name, type, from, taken })
  }

  #orEnd(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.#end(error)
    }
  }

  #end(why: unknown): void {
    this.#why ??= why
    this.#parser.destroy(why as Error)
  }
}

const cannotBeRead = { detail: 'The form cannot be read.' }

function parserOf(type: string): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': type },
      preservePath: true,
      isPartAFile: (_, __, filename) => filename !== undefined,
      limits: { parts: partsMax, fieldSize: formExtraBytes, headerSize: 16 * 1024 },
    })
  } catch {
    return refuse('MALFORMED_BODY', { detail: 'The form names no boundary.' })
  }
}

/** The parser's own words for what is no form; whatever else breaks is no fault of the sender's. */
const isOfForm = (error: unknown): boolean =>
  error instanceof Error && /multipart data/i.test(error.message)
