/** A function that is made by its first call: hundreds of compiled schemas were more than half of the API's start. */
export function whenFirstUsed<Input, Output>(make: () => (input: Input) => Output): (input: Input) => Output {
  let made: ((input: Input) => Output) | undefined
  return (input) => {
    made ??= make()
    return made(input)
  }
}
