import { CfnOutput, RemovalPolicy, Stack, type StackProps, Validations } from "aws-cdk-lib";
import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import type { Construct } from "constructs";

/**
 * The main secret `{mongodbUri, oauth, links}` and the keyring: stateful, so in a separate stack that outlives the others. The operator fills them
 * (infra/deployment.md, step 8).
 */
export class SecretsStack extends Stack {
  readonly secret: Secret;
  readonly keyring: Secret;

  constructor(scope: Construct, id: string, props: StackProps) {
    super(scope, id, props);
    this.secret = this.kept("Secret", "The email service's {mongodbUri, oauth, links}; made with `npm run admin -- secret new`");
    this.keyring = this.kept("Keyring", "The email service's keyring {current, keys}; made with `npm run admin -- secret new`");
    new CfnOutput(this, "MainSecret", { value: this.secret.secretArn, description: "SECRET_ID of the admin commands" });
    new CfnOutput(this, "KeyringSecret", { value: this.keyring.secretArn, description: "KEYRING_SECRET_ID of the admin commands" });
  }

  private kept(name: string, description: string): Secret {
    const secret = new Secret(this, name, { description, removalPolicy: RemovalPolicy.RETAIN });
    Validations.of(secret).acknowledge({
      id: "AwsSolutions-SMG4",
      reason: "The keyring rotates by adding a key and re-sealing (README, Rotate the keyring), the Atlas password by the operator",
    });
    return secret;
  }
}
