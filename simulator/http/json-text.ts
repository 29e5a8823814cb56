/** A result already in JSON, written once and sent often. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
