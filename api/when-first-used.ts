/** A function that is made by its first call: hundreds of compiled schemas were more than half of the API's start. */
export function whenFirstUsed<Input, Output>(make: () => (input: Input) => Output): (input: Input) => Output {
  let made: ((input: Input) => Output) | undefined
  return (input) => {
    made ??= make()
    return made(input)
  }
}

/** What was made of a thing is kept for the next call that asks for it: the routes' schemas are of the process, however many apps it starts. */
export function onceOfEach<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new WeakMap<Key, Value>()
  return (key) => {
    const value = made.get(key) ?? make(key)
    made.set(key, value)
    return value
  }
}
