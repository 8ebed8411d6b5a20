import { expect } from 'vitest'

/** Somebody who listens, and what they have heard. */
export class Reader {
  text = ''
  isOver = false
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>

  constructor(response: Response) {
    this.#reader = response.body!.getReader()
  }

  /** Reads on until it was said. */
  async until(said: string | RegExp): Promise<string> {
    while (this.text.search(said) < 0 && !this.isOver) await this.#read()
    expect(this.text).toMatch(said)
    return this.text
  }

  async untilOver(): Promise<string> {
    while (!this.isOver) await this.#read()
    return this.text
  }

  async #read(): Promise<void> {
    const { done, value } = await this.#reader.read()
    if (done) this.isOver = true
    else this.text += Buffer.from(value).toString()
  }

  /** Each event in the order in which it came. */
  get told(): { id: string; type: string; event: string; subjectId: string }[] {
    return [...this.text.matchAll(/^id: .*\nevent: .*\ndata: (.*)$/gm)].map(([, data]) =>
      JSON.parse(data!),
    )
  }

  /** What a browser gives back to go on: the `id` of the last block that has one. */
  get mark(): string {
    return [...this.text.matchAll(/^id: (.*)$/gm)].at(-1)?.[1] ?? ''
  }

  leave(): Promise<void> {
    return this.#reader.cancel()
  }
}
