type Kept = 'tenantId' | 'id' | 'version' | 'createdAt' | 'updatedAt' | 'addedFor'
type Optional<E> = { [K in keyof E as null extends E[K] ? K : never]?: E[K] }
type Required<E> = { [K in keyof E as null extends E[K] ? never : K]: E[K] }

/** What an author gives for a new row; the kernel adds the rest. */
export type Fields<E> = Omit<Required<E>, Kept> & Omit<Optional<E>, Kept>

/** What an author gives to change a row; what is left out stays. */
export type Changes<E> = {
  [K in Exclude<keyof E, 'tenantId' | 'id' | 'version' | 'addedFor'>]?: E[K] | undefined
}
